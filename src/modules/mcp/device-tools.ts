import { z } from 'zod';
import type { JsonObject } from '../../streaming/row-stream.js';
import type { DevicesService } from '../devices/devices.service.js';
import { deviceId, limit, query, text } from './tool-arguments.js';
import { bytesOf, compareBytes, fits, fitted, inOrder, matcher, tool, type ToolResult } from './tool.js';

/** In the order of the result. */
const FOUND = [
  'id',
  'status',
  'model',
  'brand',
  'android_version',
  'policy_name',
  'last_connect',
  'remaining_battery',
];

export const findDevices = (devices: DevicesService) =>
  tool({
    name: 'find_devices',
    description:
      'Find devices, ordered by id. Returns {devices, total, next_cursor}; total counts all matches. Continue with next_cursor.',
    schema: z.strictObject({
      query: query('id, model, brand or policy_name'),
      status: text('Such as PROVISIONING, ACTIVE, DISABLED or LOST.', 100).optional(),
      limit: limit(1, 100, 20),
      cursor: z
        .string({ error: 'must be the next_cursor of an earlier result' })
        .refine(
          (value) => value !== '' && cursorOf(idOf(value)) === value,
          'must be the next_cursor of an earlier result',
        )
        .describe('The next_cursor of an earlier result.')
        .optional(),
    }),
    run: async ({ query: part, status, limit: most, cursor }, { enterprise, read }) => {
      const rows = devices.list(enterprise, { fields: FOUND, status });
      const matches = matcher(part);
      const after = cursor === undefined ? undefined : idOf(cursor);
      const { page, total, left } = await read(async (connection, pace) => {
        const found = { page: [] as JsonObject[], total: 0, left: 0 };
        await rows.forEach(connection, pace, (device) => {
          const { id, model, brand, policy_name } = device;
          if (!matches(id, model, brand, policy_name)) return;
          found.total++;
          if (after !== undefined && compareBytes(String(id), after) <= 0) return;
          if (found.page.length < most) found.page.push(inOrder(device, FOUND));
          else found.left++;
        });
        return found;
      });
      return fitted(page, (shown) => {
        // a device that does not fit by itself is left out
        const last = shown.at(-1) ?? page[0];
        const hasMore = left > 0 || (last !== undefined && last !== page.at(-1));
        return { devices: shown, total, next_cursor: hasMore ? cursorOf(String(last?.id)) : null };
      });
    },
  });

const cursorOf = (id: string): string => Buffer.from(id).toString('base64url');
const idOf = (cursor: string): string => Buffer.from(cursor, 'base64url').toString();

export const getDevice = (devices: DevicesService) =>
  tool({
    name: 'get_device',
    description: 'Get all fields of one device as {device}. Credentials are empty.',
    schema: z.strictObject({ device_id: deviceId() }),
    run: async ({ device_id: id }, { enterprise }) => {
      const { manifest: _manifest, ...device } = await devices.readWithoutCredentials(enterprise, id);
      return fittedDevice(device);
    },
  });

/** Leaves out the largest members of `device_info`, and then those of the device, until the result fits. */
function fittedDevice(device: JsonObject): ToolResult {
  if (fits({ device })) return { content: { device }, rows: 1 };
  const own = { ...device, device_info: { ...(device.device_info as JsonObject) } } as JsonObject;
  const content = { device: own, shortened: true };
  for (const part of [own.device_info as JsonObject, own]) {
    const largest = Object.keys(part).sort((one, other) => bytesOf(part[other]) - bytesOf(part[one]));
    for (const name of largest.filter((each) => each !== 'id' && each !== 'device_info')) {
      if (fits(content)) break;
      Reflect.deleteProperty(part, name);
    }
  }
  return { content, rows: 1 };
}
