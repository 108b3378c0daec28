/** A plain Nest controller with TypeORM's `find`, and keys in memory like the baseline. */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import {
  Controller,
  Get,
  Headers,
  Module,
  NotFoundException,
  Param,
  Query,
  UnauthorizedException,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { And, DataSource, LessThan, MoreThanOrEqual, Not, type DataSourceOptions } from 'typeorm';
import { dataSourceOptions } from '../../src/app/data-source.js';
import { instantsOfDays, parseDay } from '../../src/time/days.js';
import { ZonedTime } from '../../src/time/zoned-time.js';
import { DataUsage } from '../../src/modules/data-usage/data-usage.entity.js';
import { Device } from '../../src/modules/devices/device.entity.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import type { SeededEnterprise } from '../database/fleet.js';
import type { SeededKey } from '../database/seed.js';

const [, , url = '', port = '', keysFile = ''] = process.argv;
const keys = new Map(
  (JSON.parse(readFileSync(keysFile, 'utf8')) as SeededKey[]).map(({ key, enterprise }) => [key, enterprise]),
);

function enterpriseOf(authorization = ''): SeededEnterprise {
  const enterprise = keys.get(authorization.slice(7));
  if (!enterprise) throw new UnauthorizedException();
  return enterprise;
}

const at = (value: number | null, { timeZone }: SeededEnterprise): string | null =>
  value === null ? null : ZonedTime.of(timeZone).format(value);

interface DeviceInfo {
  networkInfo: { wifi: object };
}

function deviceInfoOf(d: Device, isDetail: boolean): DeviceInfo {
  const deviceInfo = JSON.parse(d.deviceInfo) as DeviceInfo;
  const { networkInfo } = deviceInfo;
  if (isDetail) networkInfo.wifi = { ...networkInfo.wifi, macAddress: d.wifiMacAddress };
  return deviceInfo;
}

function deviceOf(d: Device, e: SeededEnterprise, isDetail = false): object {
  return {
    id: d.id,
    created_at: at(d.createdAt, e),
    updated_at: at(d.updatedAt, e),
    last_connect: at(d.lastConnect, e),
    imei: d.imei,
    token: isDetail ? undefined : d.token,
    enterprise_id: e.id,
    policy_id: d.policyId,
    play_emm_token: isDetail ? undefined : d.playEmmToken,
    fcm_token: isDetail ? undefined : d.fcmToken,
    management_mode: d.managementMode,
    dpc_version: d.dpcVersion,
    dpc_version_code: d.dpcVersionCode,
    status: d.status,
    model: d.model,
    brand: d.brand,
    android_version: d.androidVersion,
    imsi1: isDetail ? d.imsi1 : undefined,
    operator1: isDetail ? d.operator1 : undefined,
    last_battery_update: at(d.lastBatteryUpdate, e),
    remaining_battery: d.remainingBattery,
    battery_health: d.batteryHealth,
    last_storage_update: at(d.lastStorageUpdate, e),
    remaining_storage: d.remainingStorage,
    storage_capacity: d.storageCapacity,
    last_location_update: isDetail ? at(d.lastLocationUpdate, e) : undefined,
    last_location: isDetail ? (JSON.parse(d.lastLocation ?? 'null') as unknown) : undefined,
    manifest: JSON.parse(d.manifest) as unknown,
    device_info: deviceInfoOf(d, isDetail),
    policy_name: d.policyName,
  };
}

@Controller('api/v1')
class TypicalController {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  @Get('device')
  async list(@Headers('authorization') authorization: string): Promise<object[]> {
    const enterprise = enterpriseOf(authorization);
    const devices = await this.dataSource
      .getRepository(Device)
      .find({ where: { enterpriseKey: enterprise.key, status: Not('DELETED') }, order: { id: 'ASC' } });
    return devices.map((device) => deviceOf(device, enterprise));
  }

  @Get('device/id/:id')
  async get(@Headers('authorization') authorization: string, @Param('id') id: string): Promise<object> {
    const enterprise = enterpriseOf(authorization);
    return deviceOf(await this.device(enterprise, id), enterprise, true);
  }

  @Get('device/datausage/id/:id')
  async usage(@Headers('authorization') authorization: string, @Param('id') id: string): Promise<object[]> {
    const enterprise = enterpriseOf(authorization);
    const { enterpriseKey, deviceKey } = await this.device(enterprise, id);
    const rows = await this.dataSource
      .getRepository(DataUsage)
      .find({ where: { enterpriseKey, deviceKey }, order: { startAt: 'ASC', id: 'ASC' } });
    return rows.map((row) => ({
      id: row.id,
      created_at: at(row.createdAt, enterprise),
      device_id: id,
      package_name: row.packageName,
      mobile: row.mobile,
      wifi: row.wifi,
      start: at(row.startAt, enterprise),
      end: at(row.endAt, enterprise),
    }));
  }

  @Get('device-location/id/:id')
  async locations(
    @Headers('authorization') authorization: string,
    @Param('id') id: string,
  ): Promise<object[]> {
    const enterprise = enterpriseOf(authorization);
    const { enterpriseKey, deviceKey } = await this.device(enterprise, id);
    const rows = await this.dataSource
      .getRepository(Location)
      .find({ where: { enterpriseKey, deviceKey }, order: { createdAt: 'ASC', id: 'ASC' } });
    return rows.map((row) => ({
      created_at: at(row.createdAt, enterprise),
      imei: row.imei,
      accuracy: row.accuracy,
      altitude: row.altitude,
      lat: row.lat,
      lng: row.lng,
      provider: row.provider,
      geofence_id: row.geofenceId,
      inside_geofence: row.insideGeofence,
      using_mock_location: row.usingMockLocation,
    }));
  }

  @Get('device-location/bulk')
  async bulk(
    @Headers('authorization') authorization: string,
    @Query('startdate') startdate: string,
    @Query('enddate') enddate: string,
  ): Promise<object[]> {
    const enterprise = enterpriseOf(authorization);
    const time = ZonedTime.of(enterprise.timeZone);
    const { from, until } = instantsOfDays(parseDay(startdate)!, parseDay(enddate)!, time);
    const rows = await this.dataSource.getRepository(Location).find({
      where: { enterpriseKey: enterprise.key, createdAt: And(MoreThanOrEqual(from), LessThan(until)) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return rows.map((row) => ({
      id: row.id,
      accuracy: row.accuracy,
      created_at: at(row.createdAt, enterprise),
      imei: row.imei,
      lat: row.lat,
      lng: row.lng,
      provider: row.provider,
      inside_geofence: row.insideGeofence,
      using_mock_location: row.usingMockLocation,
    }));
  }

  private async device(enterprise: SeededEnterprise, id: string): Promise<Device> {
    const device = await this.dataSource
      .getRepository(Device)
      .findOneBy({ enterpriseKey: enterprise.key, id, status: Not('DELETED') });
    if (!device) throw new NotFoundException();
    return device;
  }
}

@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      useFactory: async () => dataSourceOptions({ engine: 'mysql', url }),
      dataSourceFactory: async (options) =>
        new DataSource({ ...options!, poolSize: 12 } as DataSourceOptions).initialize(),
    }),
  ],
  controllers: [TypicalController],
})
class TypicalModule {}

async function main(): Promise<void> {
  const app = await NestFactory.create(TypicalModule, { logger: false });
  await app.listen(Number(port), '127.0.0.1');
}

void main();
