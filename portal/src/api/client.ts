import { Problem } from './problem.js';
import type {
  ActivityHour,
  ApiKey,
  Application,
  AuditEvent,
  DataUsage,
  DayRange,
  Device,
  DeviceDetail,
  DeviceLocation,
  IssuedKey,
  LastPosition,
  Scope,
  ScreenTime,
  Session,
  Settings,
  SignInOptions,
} from './records.js';

/** A service that has too much to do says when to come again; reading changes nothing and may. */
const MOST_TRIES = 3;
const LONGEST_WAIT_S = 3;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The page is served at <base>/portal/; everything the service has lies beside it. */
export const serviceUrl = (path: string): URL => new URL(`../${path}`, document.baseURI);

let whenSignedOut: () => void = () => undefined;
let lastAnswer = 0;

/** Calls back when an answer says that nobody is signed in any more. */
export function onSignedOut(callback: () => void): void {
  whenSignedOut = callback;
}

/** When the session was last used, as far as this page knows. */
export const lastAnswerAt = (): number => lastAnswer;

async function send(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(serviceUrl(path), {
      method,
      headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw Problem.noConnection();
  }
  if (response.ok) {
    lastAnswer = Date.now();
    return response;
  }
  const problem = await Problem.of(response);
  if (problem.status === 401 && problem.code !== 'sign_in_failed') whenSignedOut();
  throw problem;
}

async function call<T>(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const response = await send(method, path, body, signal);
  return (await response.json()) as T;
}

const read =
  <T>(path: string) =>
  async (signal?: AbortSignal): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await call<T>('GET', path, undefined, signal);
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 503 || tries === MOST_TRIES) throw error;
        await wait(Math.min(error.retryAfterSeconds ?? 1, LONGEST_WAIT_S));
        signal?.throwIfAborted();
      }
    }
  };

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const query = (days: DayRange): string => new URLSearchParams({ ...days }).toString();
const keyPath = (id: string): string => `internal/v1/api-keys/${encodeURIComponent(id)}`;
const devicePath = (id: string, part = ''): string =>
  `internal/v1/data/devices/${encodeURIComponent(id)}${part}`;

const SESSION = 'portal/api/session';

export const api = {
  signInOptions: read<SignInOptions>('portal/api/sign-in-options'),
  session: read<Session>(SESSION),
  signIn: (email: string, password: string) => call<Session>('POST', SESSION, { email, password }),
  signOut: () => send('DELETE', SESSION),

  keys: read<ApiKey[]>('internal/v1/api-keys'),
  createKey: (application: string, scopes: readonly Scope[]) =>
    call<IssuedKey>('POST', 'internal/v1/api-keys', { application, scopes }),
  updateKey: (id: string, change: { application?: string; scopes?: readonly Scope[] }) =>
    call<ApiKey>('PATCH', keyPath(id), change),
  regenerateKey: (id: string) => call<IssuedKey>('POST', `${keyPath(id)}/regenerate`),
  deleteKey: (id: string) => send('DELETE', keyPath(id)),

  settings: read<Settings>('internal/v1/settings'),
  auditEvents: read<AuditEvent[]>('internal/v1/audit-events'),
  activity: (days: DayRange) => read<ActivityHour[]>(`internal/v1/activity?${query(days)}`),

  devices: read<Device[]>('internal/v1/data/devices'),
  lastPositions: read<LastPosition[]>('internal/v1/data/last-positions'),
  device: (id: string) => read<DeviceDetail>(devicePath(id)),
  dataUsage: (id: string) => read<DataUsage[]>(devicePath(id, '/data-usage')),
  screenTime: (id: string) => read<ScreenTime[]>(devicePath(id, '/screen-time')),
  applications: (id: string) => read<Application[]>(devicePath(id, '/applications')),
  locations: (id: string, days: DayRange) =>
    read<DeviceLocation[]>(devicePath(id, `/locations?${query(days)}`)),
} as const;
