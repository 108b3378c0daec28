/** A model of a device. Firmware strings have the format of the manufacturer. TACs are from the test range. */
export interface DeviceModel {
  readonly brand: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly hardware: string;
  readonly androidVersion: string;
  readonly sdk: string;
  readonly build: string;
  readonly securityPatch: string;
  readonly baseband: string;
  readonly storage: number;
  readonly ram: number;
  /** First eight digits of the IMEI, or empty without a modem. */
  readonly tac: string;
  readonly serialPrefix: string;
}

/** `-` means empty. */
const table = `
name | brand | manufacturer | model | hardware | androidVersion | sdk | build | securityPatch | baseband | storage | ram | tac | serialPrefix
xcover7 | samsung | samsung | SM-G556B | mt6835 | 15 | 35 | AP3A.240905.015.A2.G556BXXS8CZB1 | 2026-02-01 | G556BXXS8CZB1 | 110356500480 | 5742841856 | 00101701 | R5C
tabActive5 | samsung | samsung | SM-X306B | s5e8835 | 15 | 35 | AP3A.240905.015.A2.X306BXXS7CZA3 | 2026-01-01 | X306BXXS7CZA3 | 110104842240 | 5811208192 | 00101702 | R5C
tabActive5Wifi | samsung | samsung | SM-X300 | s5e8835 | 15 | 35 | AP3A.240905.015.A2.X300XXS7CZA3 | 2026-01-01 | - | 110104842240 | 5811208192 | - | R5C
galaxyA35 | samsung | samsung | SM-A356B | s5e8835 | 16 | 36 | BP2A.250605.031.A3.A356BXXU9DZB2 | 2026-02-01 | A356BXXU9DZB2 | 109802352640 | 5771329536 | 00101703 | R5C
galaxyA15 | samsung | samsung | SM-A155F | mt6789 | 15 | 35 | AP3A.240905.015.A2.A155FXXS6DYL4 | 2025-12-01 | A155FXXS6DYL2 | 111484596224 | 3817365504 | 00101704 | R5C
tabA9Wifi | samsung | samsung | SM-X210 | qcom | 15 | 35 | AP3A.240905.015.A2.X210XXS7DYK1 | 2025-11-01 | - | 49214914560 | 3723112448 | - | R5C
tc58 | Zebra | Zebra Technologies | TC58 | qcom | 14 | 34 | 14-28-03.00-UN-U42-STD-ATH-04 | 2026-01-05 | MPSS.HI.4.3.4.c8-00203-KODIAK_GEN_PACK-1 | 111669149696 | 7619379200 | 00101705 | 2513
ct47 | Honeywell | Honeywell | CT47 | qcom | 14 | 34 | HON.UL02.26.01.14 | 2026-01-05 | MPSS.HI.4.3.4.c6-00117-KODIAK_GEN_PACK-1 | 111501377536 | 7584276480 | 00101706 | 2519
pixel8a | google | Google | Pixel 8a | akita | 16 | 36 | BP4A.260205.002 | 2026-02-05 | g5300q-251105-260116-B-14664918 | 113837608960 | 7823417344 | 00101707 | 42041JEK
redmiNote13 | Redmi | Xiaomi | 23129RAA4G | qcom | 15 | 35 | AQ3A.240829.003.OS2.0.9.0.VNGMIXM | 2025-12-01 | MPSS.HI.2.0.c6-00164-DIVAR_GEN_PACK-1 | 112005521408 | 5676040192 | 00101708 | 4f7e
nokiaXr21 | Nokia | HMD Global | Nokia XR21 | qcom | 14 | 34 | UKQ1.230924.001.00WW_3_720 | 2025-12-01 | MPSS.HI.3.3.1.c4-00108-MANNAR_GEN_PACK-1 | 111736258560 | 5702254592 | 00101709 | N0XR21
`;

const [header = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.split(' | ').map((value) => (value === '-' ? '' : value)));

const models = new Map(rows.map((row) => [row[0], toModel(row)]));

export function modelNamed(name: string): DeviceModel {
  const model = models.get(name);
  if (!model) throw new Error(`no such model: ${name}`);
  return model;
}

function toModel(row: readonly string[]): DeviceModel {
  const model = Object.fromEntries(header.map((member, at) => [member, row[at]])) as Record<
    keyof DeviceModel,
    string
  >;
  return { ...model, storage: Number(model.storage), ram: Number(model.ram) };
}
