import type { Scope, Session } from '../../api/records.js';

const PATHS: Record<Scope, string> = {
  'device:GetList': '/api/v1/device/',
  'device:GetDetail': '/api/v1/device/id/DEVICE_ID',
  'device:GetDataUsage': '/api/v1/device/datausage/id/DEVICE_ID',
  'device:GetScreenTime': '/api/v1/device/screentime/id/DEVICE_ID',
  'device:GetApplication': '/api/v1/device/app/id/DEVICE_ID',
  'device:GetLocation': '/api/v1/device-location/id/DEVICE_ID',
};

/** Quotes a text for a shell. Within single quotes, only the quote itself is special. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns a curl command for a call that the key allows. */
export function curlLine(key: string, scopes: readonly Scope[], session: Session): string {
  const path = PATHS[scopes[0] ?? 'device:GetList'];
  return [
    'curl',
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    `-H ${quoted(`x-enterprise-id: ${session.enterprise_id}`)}`,
    quoted(session.base_url + path),
  ].join(' ');
}

export const needsDevice = (line: string): boolean => line.includes('DEVICE_ID');
