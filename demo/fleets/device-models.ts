/** What is the same for every device of one model. Firmware strings have the makers' form; TACs are of the test range. */
export interface DeviceModel {
  readonly brand: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly hardware: string;
  readonly androidVersion: string;
  readonly sdk: string;
  readonly build: string;
  readonly securityPatch: string;
  /** Empty where there is no modem. */
  readonly baseband: string;
  /** The part of the storage that apps and files share, in bytes. */
  readonly storage: number;
  readonly ram: number;
  /** First eight digits of the IMEI; empty where there is no modem. */
  readonly tac: string;
  readonly serialPrefix: string;
}

const samsung = { brand: 'samsung', manufacturer: 'samsung', serialPrefix: 'R5C' };
const zebra = { brand: 'Zebra', manufacturer: 'Zebra Technologies', hardware: 'qcom' };

export const deviceModels = {
  xcover7: {
    ...samsung,
    model: 'SM-G556B',
    hardware: 'mt6835',
    androidVersion: '15',
    sdk: '35',
    build: 'AP3A.240905.015.A2.G556BXXS8CZB1',
    securityPatch: '2026-02-01',
    baseband: 'G556BXXS8CZB1',
    storage: 110_356_500_480,
    ram: 5_742_841_856,
    tac: '00101701',
  },
  tabActive5: {
    ...samsung,
    model: 'SM-X306B',
    hardware: 's5e8835',
    androidVersion: '15',
    sdk: '35',
    build: 'AP3A.240905.015.A2.X306BXXS7CZA3',
    securityPatch: '2026-01-01',
    baseband: 'X306BXXS7CZA3',
    storage: 110_104_842_240,
    ram: 5_811_208_192,
    tac: '00101702',
  },
  tabActive5Wifi: {
    ...samsung,
    model: 'SM-X300',
    hardware: 's5e8835',
    androidVersion: '15',
    sdk: '35',
    build: 'AP3A.240905.015.A2.X300XXS7CZA3',
    securityPatch: '2026-01-01',
    baseband: '',
    storage: 110_104_842_240,
    ram: 5_811_208_192,
    tac: '',
  },
  galaxyA35: {
    ...samsung,
    model: 'SM-A356B',
    hardware: 's5e8835',
    androidVersion: '16',
    sdk: '36',
    build: 'BP2A.250605.031.A3.A356BXXU9DZB2',
    securityPatch: '2026-02-01',
    baseband: 'A356BXXU9DZB2',
    storage: 109_802_352_640,
    ram: 5_771_329_536,
    tac: '00101703',
  },
  galaxyA15: {
    ...samsung,
    model: 'SM-A155F',
    hardware: 'mt6789',
    androidVersion: '15',
    sdk: '35',
    build: 'AP3A.240905.015.A2.A155FXXS6DYL4',
    securityPatch: '2025-12-01',
    baseband: 'A155FXXS6DYL2',
    storage: 111_484_596_224,
    ram: 3_817_365_504,
    tac: '00101704',
  },
  tabA9Wifi: {
    ...samsung,
    model: 'SM-X210',
    hardware: 'qcom',
    androidVersion: '15',
    sdk: '35',
    build: 'AP3A.240905.015.A2.X210XXS7DYK1',
    securityPatch: '2025-11-01',
    baseband: '',
    storage: 49_214_914_560,
    ram: 3_723_112_448,
    tac: '',
  },
  tc58: {
    ...zebra,
    model: 'TC58',
    androidVersion: '14',
    sdk: '34',
    build: '14-28-03.00-UN-U42-STD-ATH-04',
    securityPatch: '2026-01-05',
    baseband: 'MPSS.HI.4.3.4.c8-00203-KODIAK_GEN_PACK-1',
    storage: 111_669_149_696,
    ram: 7_619_379_200,
    tac: '00101705',
    serialPrefix: '2513',
  },
  ct47: {
    brand: 'Honeywell',
    manufacturer: 'Honeywell',
    model: 'CT47',
    hardware: 'qcom',
    androidVersion: '14',
    sdk: '34',
    build: 'HON.UL02.26.01.14',
    securityPatch: '2026-01-05',
    baseband: 'MPSS.HI.4.3.4.c6-00117-KODIAK_GEN_PACK-1',
    storage: 111_501_377_536,
    ram: 7_584_276_480,
    tac: '00101706',
    serialPrefix: '2519',
  },
  pixel8a: {
    brand: 'google',
    manufacturer: 'Google',
    model: 'Pixel 8a',
    hardware: 'akita',
    androidVersion: '16',
    sdk: '36',
    build: 'BP4A.260205.002',
    securityPatch: '2026-02-05',
    baseband: 'g5300q-251105-260116-B-14664918',
    storage: 113_837_608_960,
    ram: 7_823_417_344,
    tac: '00101707',
    serialPrefix: '42041JEK',
  },
  redmiNote13: {
    brand: 'Redmi',
    manufacturer: 'Xiaomi',
    model: '23129RAA4G',
    hardware: 'qcom',
    androidVersion: '15',
    sdk: '35',
    build: 'AQ3A.240829.003.OS2.0.9.0.VNGMIXM',
    securityPatch: '2025-12-01',
    baseband: 'MPSS.HI.2.0.c6-00164-DIVAR_GEN_PACK-1',
    storage: 112_005_521_408,
    ram: 5_676_040_192,
    tac: '00101708',
    serialPrefix: '4f7e',
  },
  nokiaXr21: {
    brand: 'Nokia',
    manufacturer: 'HMD Global',
    model: 'Nokia XR21',
    hardware: 'qcom',
    androidVersion: '14',
    sdk: '34',
    build: 'UKQ1.230924.001.00WW_3_720',
    securityPatch: '2025-12-01',
    baseband: 'MPSS.HI.3.3.1.c4-00108-MANNAR_GEN_PACK-1',
    storage: 111_736_258_560,
    ram: 5_702_254_592,
    tac: '00101709',
    serialPrefix: 'N0XR21',
  },
} satisfies Record<string, DeviceModel>;

export type ModelName = keyof typeof deviceModels;
