import { Problem, toProblemOfChange } from './problem.js';
import type {
  ActivityHour,
  ApiKey,
  Application,
  AuditFilter,
  AuditFilters,
  AuditPage,
  DataUsage,
  DayRange,
  Device,
  DeviceDetail,
  DeviceLocation,
  IssuedKey,
  KeyChange,
  LastPosition,
  ProviderSignOut,
  Scope,
  ScreenTime,
  Session,
  Settings,
  SignInOptions,
  TrailPiece,
} from './records.js';

/** A service that has too much to do says when to come again; reading changes nothing and may. */
const MOST_TRIES = 3;
const LONGEST_WAIT_S = 3;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The page is served at <base>/portal/; everything the service has lies beside it. */
export const serviceUrl = (path: string): URL => new URL(`../${path}`, document.baseURI);

/** Whether the page that one looks at could be loaded anew. */
export async function isServiceThere(): Promise<boolean> {
  try {
    return (await fetch(serviceUrl('portal/'), { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

let whenSignedOut: () => void = () => undefined;
/** How far the service's clock is ahead of ours, by its first answer. */
let clockAhead: number | undefined;

/** Calls back when an answer says that nobody is signed in any more. */
export function onSignedOut(callback: () => void): void {
  whenSignedOut = callback;
}

/** What the service's clock shows, now or when ours showed something else: ours may be wrong. */
export const serviceNow = (ours = Date.now()): number => ours + (clockAhead ?? 0);

function compareClocks({ headers }: Response): void {
  clockAhead ??= Date.parse(headers.get('Date') ?? '') - Date.now() || 0;
}

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
  compareClocks(response);
  if (response.ok) return response;
  const problem = await Problem.of(response);
  if (problem.isForSigningIn) whenSignedOut();
  throw problem;
}

async function call<T>(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  return jsonOf<T>(await send(method, path, body, signal));
}

const jsonOf = async <T>(response: Response): Promise<T> => (await response.json()) as T;

const read =
  <T>(path: string, valueOf: (response: Response) => Promise<T> = jsonOf) =>
  async (signal?: AbortSignal): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await valueOf(await send('GET', path, undefined, signal));
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 503 || tries === MOST_TRIES) throw error;
        await wait(Math.min(error.retryAfterSeconds ?? 1, LONGEST_WAIT_S));
        signal?.throwIfAborted();
      }
    }
  };

async function auditPageOf(response: Response): Promise<AuditPage> {
  const [, next] = /^<(.*)>; rel="next"$/.exec(response.headers.get('Link') ?? '') ?? [];
  return {
    events: await jsonOf(response),
    searched: Number(response.headers.get('X-Searched-Events')),
    cursor:
      next === undefined ? undefined : (new URL(next, response.url).searchParams.get('cursor') ?? undefined),
  };
}

/** What changes something and cannot simply be tried again: its answer may be lost on the way. */
async function change<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw toProblemOfChange(error);
  }
}

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** What is undefined is not asked for. */
const query = (parameters: Readonly<Record<string, string | number | undefined>>): string => {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
};
const keyPath = (id: string): string => `internal/v1/api-keys/${encodeURIComponent(id)}`;
const devicePath = (id: string, part = ''): string =>
  `internal/v1/data/devices/${encodeURIComponent(id)}${part}`;

const SESSION = 'portal/api/session';

export const api = {
  signInOptions: read<SignInOptions>('portal/api/sign-in-options'),
  session: read<Session>(SESSION),
  lookAtSession: read<Session>(`${SESSION}/look`),
  signIn: (email: string, password: string) => call<Session>('POST', SESSION, { email, password }),
  signOut: () => send('DELETE', SESSION),
  providerSignOut: read<ProviderSignOut>('portal/api/oidc/sign-out'),

  keys: read<ApiKey[]>('internal/v1/api-keys'),
  createKey: (application: string, scopes: readonly Scope[]) =>
    change(call<IssuedKey>('POST', 'internal/v1/api-keys', { application, scopes })),
  updateKey: (id: string, wanted: KeyChange) => change(call<ApiKey>('PATCH', keyPath(id), wanted)),
  regenerateKey: (id: string) => change(call<IssuedKey>('POST', `${keyPath(id)}/regenerate`)),
  deleteKey: (id: string) => change(send('DELETE', keyPath(id))),

  settings: read<Settings>('internal/v1/settings'),
  auditEvents: (wanted: AuditFilter & { search?: string; cursor?: string; limit: number }) =>
    read(`internal/v1/audit-events?${query({ ...wanted })}`, auditPageOf),
  verifyTrail: (after: number) =>
    read<TrailPiece>(`internal/v1/audit-events/verification?${query({ after })}`),
  auditFilters: read<AuditFilters>('internal/v1/audit-events/filters'),
  activity: (days: DayRange) => read<ActivityHour[]>(`internal/v1/activity?${query({ ...days })}`),

  devices: read<Device[]>('internal/v1/data/devices'),
  lastPositions: read<LastPosition[]>('internal/v1/data/last-positions'),
  device: (id: string) => read<DeviceDetail>(devicePath(id)),
  dataUsage: (id: string) => read<DataUsage[]>(devicePath(id, '/data-usage')),
  screenTime: (id: string) => read<ScreenTime[]>(devicePath(id, '/screen-time')),
  applications: (id: string) => read<Application[]>(devicePath(id, '/applications')),
  locations: (id: string, days: DayRange) =>
    read<DeviceLocation[]>(devicePath(id, `/locations?${query({ ...days })}`)),
  newestLocation: (id: string) => read<DeviceLocation[]>(devicePath(id, '/locations/newest')),
} as const;
