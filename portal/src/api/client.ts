import { outcomeOf, Problem, toProblemOfChange } from './problem.js';
import type {
  ActivityHour,
  Application,
  AuditFilter,
  AuditPage,
  CallFilter,
  DataUsage,
  DayRange,
  Device,
  Invitation,
  KeyCall,
  KeyCallPage,
  KeyChange,
  ScreenTime,
  SettingsChange,
  Wanted,
} from './records.js';
import type { Calls } from './schemas.js';

/**
 * The maximum number of attempts for a read, which is safe to repeat. An overloaded service
 * responds with `Retry-After`.
 */
const MOST_TRIES = 3;
const LONGEST_WAIT_S = 3;

/** The paths of the internal OpenAPI document. */
type Call = keyof Calls;
type RequestOf<C extends Call> = Calls[C]['request'];
type ResponseOf<C extends Call> = Calls[C]['response'];
type CallForItems = {
  [C in Call]: Calls[C] extends { request: { query?: { fields?: string } }; response: object[] } ? C : never;
}[Call];

/** A readable resource, identified by its address. */
export interface Read<T> {
  readonly address: string;
  readonly load: (signal?: AbortSignal) => Promise<T>;
}

/** Returns the URL of a path of the service. The portal is at `<base>/portal/`. */
export const serviceUrl = (path: string): URL => new URL(`../${path}`, document.baseURI);

/** Returns true if the service responds, so that a reload does not lose the page. */
export async function isServiceThere(): Promise<boolean> {
  try {
    return (await fetch(serviceUrl('portal/'), { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

let whenSignedOut: () => void = () => undefined;
/** The difference between the clocks of service and browser, from the first response. */
let clockAhead: number | undefined;

/** Registers a callback for responses that say that the session has ended. */
export function onSignedOut(callback: () => void): void {
  whenSignedOut = callback;
}

/** Returns the time of the service, because the browser's clock may be wrong. */
export const serviceNow = (ours = Date.now()): number => ours + (clockAhead ?? 0);

function compareClocks({ headers }: Response): void {
  clockAhead ??= Date.parse(headers.get('Date') ?? '') - Date.now() || 0;
}

/** Returns method, URL and body of a call. Omits undefined parameters. */
function requestOf<C extends Call>(
  call: C,
  request: RequestOf<C>,
): { method: string; url: URL; body?: object } {
  const [method = '', path = ''] = call.split(' ');
  const { id = '', query = {}, body }: { id?: string; query?: object; body?: object } = request;
  const url = serviceUrl(path.slice(1).replace('{id}', encodeURIComponent(id)));
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return { method, url, body };
}

async function send<C extends Call>(call: C, request: RequestOf<C>, signal?: AbortSignal): Promise<Response> {
  const { method, url, body } = requestOf(call, request);
  let response: Response;
  try {
    response = await fetch(url, {
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

const jsonOf = async <T>(response: Response): Promise<T> =>
  (response.status === 204 ? undefined : await response.json()) as T;

const fetchJson = async <C extends Call>(call: C, request: RequestOf<C>): Promise<ResponseOf<C>> =>
  jsonOf(await send(call, request));

function read<C extends Call, T = ResponseOf<C>>(
  call: C,
  request: RequestOf<C>,
  valueOf: (response: Response) => Promise<T> = jsonOf,
): Read<T> {
  const load = async (signal?: AbortSignal): Promise<T> => {
    for (let tries = 1; ; tries++) {
      const { problem, value } = await outcomeOf(send(call, request, signal).then(valueOf));
      if (!problem) return value;
      signal?.throwIfAborted();
      if (problem.status !== 503 || tries === MOST_TRIES) throw problem;
      await wait(Math.min(problem.retryAfterSeconds ?? 1, LONGEST_WAIT_S));
      signal?.throwIfAborted();
    }
  };
  return { address: requestOf(call, request).url.href, load };
}

/** Reads two objects and merges them. */
const both = <One extends object, Other extends object>(
  one: Read<One>,
  other: Read<Other>,
): Read<One & Other> => ({
  address: `${one.address} ${other.address}`,
  load: async (signal) => {
    const [first, second] = await Promise.all([one.load(signal), other.load(signal)]);
    return { ...first, ...second };
  },
});

/** Requests only these fields, because the list of a large fleet is long. */
const readFields = <C extends CallForItems, Field extends string & keyof ResponseOf<C>[number]>(
  call: C,
  { query, ...request }: RequestOf<C>,
  fields: readonly Field[],
) =>
  read(
    call,
    { ...request, query: { ...query, fields: fields.join(',') } },
    jsonOf<Pick<ResponseOf<C>[number], Field>[]>,
  );

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Sends a change, whose response may be lost. It must not be repeated automatically. */
async function change<C extends Call>(call: C, request: RequestOf<C>): Promise<ResponseOf<C>> {
  try {
    return await fetchJson(call, request);
  } catch (error) {
    throw toProblemOfChange(error);
  }
}

async function auditPageOf(response: Response): Promise<AuditPage> {
  const [, next] = /^<(.*)>; rel="next"$/.exec(response.headers.get('Link') ?? '') ?? [];
  const page = await jsonOf<ResponseOf<'GET /internal/v1/audit-events'>>(response);
  const { events, search_limited } = Array.isArray(page) ? { events: page, search_limited: false } : page;
  return {
    events,
    isSearchLimited: search_limited,
    cursor:
      next === undefined ? undefined : (new URL(next, response.url).searchParams.get('cursor') ?? undefined),
  };
}

export const api = {
  signInOptions: () => read('GET /portal/api/sign-in-options', {}),
  session: () => read('GET /portal/api/session', {}),
  lookAtSession: () => read('GET /portal/api/session/look', {}),
  signIn: (email: string, password: string) =>
    fetchJson('POST /portal/api/session', { body: { email, password } }),
  signInWithCode: (code: string) => fetchJson('POST /portal/api/session/second-factor', { body: { code } }),
  startRequiredSecondFactor: () => change('POST /portal/api/session/second-factor/set-up', {}),
  confirmRequiredSecondFactor: (code: string) =>
    change('POST /portal/api/session/second-factor/confirmation', { body: { code } }),
  signOut: () => send('DELETE /portal/api/session', {}),
  providerSignOut: () => read('GET /portal/api/oidc/sign-out', {}),

  lookAtLink: (token: string) => read('POST /portal/api/link', { body: { token } }),
  useLink: (token: string, password: string) =>
    change('POST /portal/api/link/password', { body: { token, password } }),

  account: () => read('GET /internal/v1/account', {}),
  rename: (name: string) => change('PATCH /internal/v1/account', { body: { name } }),
  changePassword: (present: string, wanted: string) =>
    change('POST /internal/v1/account/password', {
      body: { present_password: present, new_password: wanted },
    }),
  startSecondFactor: (proof: string) =>
    change('POST /internal/v1/account/second-factor', { body: { proof } }),
  confirmSecondFactor: (code: string) =>
    change('POST /internal/v1/account/second-factor/confirmation', { body: { code } }),
  renewRecoveryCodes: (proof: string) =>
    change('POST /internal/v1/account/second-factor/recovery-codes', { body: { proof } }),
  turnSecondFactorOff: (proof: string) =>
    change('POST /internal/v1/account/second-factor/off', { body: { proof } }),
  ownSessions: () => read('GET /internal/v1/account/sessions', {}),
  endOwnSessions: () => change('DELETE /internal/v1/account/sessions', {}),
  endOwnSession: (id: string) => change('DELETE /internal/v1/account/sessions/{id}', { id }),

  people: () => read('GET /internal/v1/people', {}),
  invite: (body: Invitation) => change('POST /internal/v1/people', { body }),
  linkFor: (id: string) => change('POST /internal/v1/people/{id}/link', { id }),
  changeRole: (id: string, role: Invitation['role']) =>
    change('PATCH /internal/v1/people/{id}', { id, body: { role } }),
  resetSecondFactor: (id: string) => change('DELETE /internal/v1/people/{id}/second-factor', { id }),
  removePerson: (id: string) => change('DELETE /internal/v1/people/{id}', { id }),

  keys: () => read('GET /internal/v1/api-keys', {}),
  keyFeeds: () => read('GET /internal/v1/api-keys/feeds', {}),
  keyCalls: (id: string) => read('GET /internal/v1/api-keys/{id}/calls', { id }),
  findCalls: (request_id: string) =>
    read('GET /internal/v1/api-keys/calls', { query: { request_id } }, jsonOf<KeyCall[]>),
  failedCalls: (query: CallFilter & { limit: string; cursor?: string }) =>
    read('GET /internal/v1/api-keys/calls', { query }, jsonOf<KeyCallPage>),
  /** Changes nothing, so it is safe to repeat. The body keeps the API key out of addresses and logs. */
  lookUpKey: (key: string) => fetchJson('POST /internal/v1/api-keys/lookup', { body: { key } }),
  createKey: (body: Wanted) => change('POST /internal/v1/api-keys', { body }),
  updateKey: (id: string, body: KeyChange) => change('PATCH /internal/v1/api-keys/{id}', { id, body }),
  regenerateKey: (id: string, overlapHours: number) =>
    change('POST /internal/v1/api-keys/{id}/regenerate', { id, body: { overlap_hours: overlapHours } }),
  endOldKey: (id: string) => change('DELETE /internal/v1/api-keys/{id}/old-key', { id }),
  deleteKey: (id: string) => change('DELETE /internal/v1/api-keys/{id}', { id }),

  keyConditions: () => read('GET /internal/v1/key-conditions', {}),

  settings: () => both(read('GET /internal/v1/settings', {}), read('GET /internal/v1/settings/portal', {})),
  enterpriseSettings: () => read('GET /internal/v1/settings', {}),
  portalSettings: () => read('GET /internal/v1/settings/portal', {}),
  /** Safe to repeat if the outcome is unknown. */
  updateSettings: (body: SettingsChange) => fetchJson('PATCH /internal/v1/settings', { body }),
  previewRetention: (retention_days: number) =>
    read('GET /internal/v1/settings/retention-preview', { query: { retention_days } }),
  auditEvents: (query: AuditFilter & { search?: string; cursor?: string; limit: string }) =>
    read('GET /internal/v1/audit-events', { query }, auditPageOf),
  verifyAuditLog: (after: number) =>
    read('GET /internal/v1/audit-events/verification', { query: { after: String(after) } }),
  auditFilters: () => read('GET /internal/v1/audit-events/filters', {}),
  activity: (query: DayRange) => read('GET /internal/v1/activity', { query }, jsonOf<ActivityHour[]>),

  devices: <F extends keyof Device>(fields: readonly F[]) =>
    readFields('GET /internal/v1/data/devices', {}, fields),
  lastPositions: () => read('GET /internal/v1/data/last-positions', {}),
  device: (id: string) => read('GET /internal/v1/data/devices/{id}', { id }),
  dataUsage: <F extends keyof DataUsage>(id: string, query: DayRange, fields: readonly F[]) =>
    readFields('GET /internal/v1/data/devices/{id}/data-usage', { id, query }, fields),
  screenTime: <F extends keyof ScreenTime>(id: string, query: DayRange, fields: readonly F[]) =>
    readFields('GET /internal/v1/data/devices/{id}/screen-time', { id, query }, fields),
  applications: <F extends keyof Application>(id: string, fields: readonly F[]) =>
    readFields('GET /internal/v1/data/devices/{id}/applications', { id }, fields),
  locations: (id: string, query: DayRange) =>
    read('GET /internal/v1/data/devices/{id}/locations', { id, query }),
  newestLocation: (id: string) => read('GET /internal/v1/data/devices/{id}/locations/newest', { id }),
} as const;
