import type { Erased, Target } from './erasure.service.js';

export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

const MEMBERS = ['id', 'erased_at', 'enterprise_id', 'device_id', 'removed'];
const ID = /^[\w.-]{1,64}$/;

export function lineOf({ id, at, enterpriseId, deviceId, removed }: Erased): string {
  const erased_at = new Date(at).toISOString();
  return JSON.stringify({ id, erased_at, enterprise_id: enterpriseId, device_id: deviceId, removed });
}

export function parseLog(text: string): { targets: Target[]; bad: BadLine[] } {
  const [targets, bad]: [Target[], BadLine[]] = [[], []];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const target = parseLine(line);
    if (typeof target === 'string') bad.push({ line: at + 1, reason: target });
    else targets.push(target);
  }
  return { targets, bad };
}

/** Rejects unknown members, because a misspelled `device_id` would erase the whole enterprise. */
function parseLine(line: string): Target | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not JSON';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object';
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `${unknown}: unknown member`;
  const { id, enterprise_id: enterpriseId, device_id: deviceId } = value as Record<string, unknown>;
  if (!isName(enterpriseId)) return 'enterprise_id: must be a string';
  if (deviceId !== undefined && !isName(deviceId)) return 'device_id: must be a string or absent';
  if (id !== undefined && !(typeof id === 'string' && ID.test(id)))
    return 'id: must be the id of an erasure, or absent';
  return { enterpriseId, ...(isName(deviceId) && { deviceId }), ...(typeof id === 'string' && { id }) };
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
