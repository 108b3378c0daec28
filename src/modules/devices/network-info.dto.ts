import { Nested, Text } from '../../streaming/fields/fields.js';

export class WifiDto {
  @Text({ description: 'Name of the network.', example: 'Depot-1' })
  ssid: string;

  @Text({ description: 'IP address of the device.', example: '10.20.4.17' })
  ip: string;

  @Text({ description: 'Strength of the signal.', example: '-54 dBm' })
  strength: string;
}

export class WifiDetailDto extends WifiDto {
  @Text({ description: 'MAC address of the Wi-Fi adapter.', example: '02:1a:7d:da:71:13' })
  macAddress: string;
}

export class GsmSlotDto {
  @Text({ description: 'IMSI of the SIM.', example: '262011234567890' })
  imsi: string;

  @Text({ description: 'Operator.', example: 'Telekom.de' })
  operator: string;

  @Text({ description: 'Strength of the signal.', example: '-89 dBm' })
  strength: string;
}

export class GsmDto {
  @Nested(() => GsmSlotDto, {
    description: 'The first mobile network. Absent if there is none.',
    optional: true,
  })
  gsm1?: GsmSlotDto;
}

export class NetworkInfoDto {
  @Text({ description: 'The network in use.', example: 'WIFI' })
  active_network: string;

  @Nested(() => WifiDto, { description: 'Wi-Fi.' })
  wifi: WifiDto;

  @Nested(() => GsmDto, { description: 'Mobile networks. Empty if there are none.' })
  gsm: GsmDto;
}

export class NetworkInfoDetailDto extends NetworkInfoDto {
  @Nested(() => WifiDetailDto, { description: 'Wi-Fi.' })
  override wifi: WifiDetailDto;
}
