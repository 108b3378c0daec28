import createClient, { type ClientPathsWithMethod, type MethodResponse } from 'openapi-fetch';
import type { paths } from '../../openapi.js';
import { Problem, secondsUntilRetry, toProblemOfChange } from './problem.js';
import type {
  ActivityHour,
  Application,
  AuditFilter,
  AuditPage,
  CallFilter,
  CreateApiKey,
  DataUsage,
  DayRange,
  DeviceListItem,
  InvitePerson,
  KeyCall,
  KeyCallPage,
  KeyChange,
  Link,
  ScreenTime,
  Settings,
  UpdateSettings,
} from './records.js';

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

const client = createClient<paths, 'application/json'>({
  baseUrl: serviceUrl('').href,
  headers: { Accept: 'application/json' },
  querySerializer: { array: { style: 'form', explode: false } },
  credentials: 'same-origin',
  cache: 'no-store',
});

/** Turns every failure into a `Problem`. */
client.use({
  onError({ request }) {
    return request.signal.aborted ? undefined : new Problem(0, 'no_connection', '');
  },
  async onResponse({ response }) {
    clockAhead ??= Date.parse(response.headers.get('Date') ?? '') - Date.now() || 0;
    if (response.ok) return;
    const problem = await Problem.of(response);
    if (problem.isForSigningIn) whenSignedOut();
    throw problem;
  },
});

/** The maximum number of attempts for a read, which is safe to repeat. */
const MOST_TRIES = 3;
const LONGEST_WAIT_S = 3;

/** Repeats a request while the service is overloaded. It then responds with `Retry-After`. */
async function fetchPatiently(request: Request): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(request.clone());
    if (response.status !== 503 || tries === MOST_TRIES) return response;
    const seconds = Math.min(secondsUntilRetry(response) ?? 1, LONGEST_WAIT_S);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    request.signal.throwIfAborted();
  }
}

type ReadPath = ClientPathsWithMethod<typeof client, 'get'>;
type BodyOf<Path extends ReadPath> = MethodResponse<typeof client, 'get', Path>;

function read<Path extends ReadPath, T = BodyOf<Path>>(
  path: Path,
  params: Omit<paths[Path]['get']['parameters'], 'header' | 'cookie'>,
  valueOf = (data: BodyOf<Path>, _response: Response): T => data as T,
): Read<T> {
  const load = async (signal?: AbortSignal): Promise<T> => {
    const { data, response } = await client.GET(path, { params, signal, fetch: fetchPatiently } as never);
    return valueOf(data as BodyOf<Path>, response);
  };
  return { address: JSON.stringify([path, params]), load };
}

const bodyOf = async <T>(call: Promise<{ data?: T }>): Promise<T> => (await call).data as T;

/** Sends a change, whose response may be lost. It must not be repeated automatically. */
async function change<T>(call: Promise<{ data?: T }>): Promise<T> {
  try {
    return await bodyOf(call);
  } catch (error) {
    throw toProblemOfChange(error);
  }
}

function auditPageOf(page: BodyOf<'/internal/v1/audit-events'>, { headers, url }: Response): AuditPage {
  const [, next] = /^<(.*)>; rel="next"$/.exec(headers.get('Link') ?? '') ?? [];
  const { events, search_limited } = Array.isArray(page) ? { events: page, search_limited: false } : page;
  return {
    events,
    isSearchLimited: search_limited,
    cursor: next === undefined ? undefined : (new URL(next, url).searchParams.get('cursor') ?? undefined),
  };
}

/** The parameter of a path. */
const of = (id: string) => ({ path: { id } });

/** A list with these fields only, because that of a large fleet is long. */
type ReadFields<T, F extends keyof T> = Read<Pick<T, F>[]>;

export const api = {
  signInOptions: () => read('/portal/api/sign-in-options', {}),
  session: () => read('/portal/api/session', {}),
  lookAtSession: () => read('/portal/api/session/look', {}),
  signIn: (email: string, password: string) =>
    bodyOf(client.POST('/portal/api/session', { body: { email, password } })),
  signInWithCode: (code: string) =>
    bodyOf(client.POST('/portal/api/session/second-factor', { body: { code } })),
  startRequiredSecondFactor: () => change(client.POST('/portal/api/session/second-factor/set-up')),
  confirmRequiredSecondFactor: (code: string) =>
    change(client.POST('/portal/api/session/second-factor/confirmation', { body: { code } })),
  signOut: () => client.DELETE('/portal/api/session'),
  providerSignOut: () => read('/portal/api/oidc/sign-out', {}),

  /** A POST, because the body keeps the token out of addresses and logs. */
  lookAtLink: (token: string): Read<Link> => ({
    address: 'link',
    load: (signal) =>
      bodyOf(client.POST('/portal/api/link', { body: { token }, signal, fetch: fetchPatiently })),
  }),
  useLink: (token: string, password: string) =>
    change(client.POST('/portal/api/link/password', { body: { token, password } })),

  account: () => read('/internal/v1/account', {}),
  rename: (name: string) => change(client.PATCH('/internal/v1/account', { body: { name } })),
  changePassword: (present_password: string, new_password: string) =>
    change(client.POST('/internal/v1/account/password', { body: { present_password, new_password } })),
  startSecondFactor: (proof: string) =>
    change(client.POST('/internal/v1/account/second-factor', { body: { proof } })),
  confirmSecondFactor: (code: string) =>
    change(client.POST('/internal/v1/account/second-factor/confirmation', { body: { code } })),
  renewRecoveryCodes: (proof: string) =>
    change(client.POST('/internal/v1/account/second-factor/recovery-codes', { body: { proof } })),
  turnSecondFactorOff: (proof: string) =>
    change(client.POST('/internal/v1/account/second-factor/off', { body: { proof } })),
  ownSessions: () => read('/internal/v1/account/sessions', {}),
  endOwnSessions: () => change(client.DELETE('/internal/v1/account/sessions')),
  endOwnSession: (id: string) =>
    change(client.DELETE('/internal/v1/account/sessions/{id}', { params: of(id) })),

  people: () => read('/internal/v1/people', {}),
  invite: (body: InvitePerson) => change(client.POST('/internal/v1/people', { body })),
  linkFor: (id: string) => change(client.POST('/internal/v1/people/{id}/link', { params: of(id) })),
  changeRole: (id: string, role: InvitePerson['role']) =>
    change(client.PATCH('/internal/v1/people/{id}', { params: of(id), body: { role } })),
  resetSecondFactor: (id: string) =>
    change(client.DELETE('/internal/v1/people/{id}/second-factor', { params: of(id) })),
  removePerson: (id: string) => change(client.DELETE('/internal/v1/people/{id}', { params: of(id) })),

  keys: () => read('/internal/v1/api-keys', {}),
  keyFeeds: () => read('/internal/v1/api-keys/feeds', {}),
  keyCalls: (id: string) => read('/internal/v1/api-keys/{id}/calls', of(id)),
  findCalls: (request_id: string): Read<KeyCall[]> =>
    read('/internal/v1/api-keys/calls', { query: { request_id } }),
  failedCalls: (query: CallFilter & { limit: string; cursor?: string }): Read<KeyCallPage> =>
    read('/internal/v1/api-keys/calls', { query }),
  /** Changes nothing, so it is safe to repeat. The body keeps the API key out of addresses and logs. */
  lookUpKey: (key: string) => bodyOf(client.POST('/internal/v1/api-keys/lookup', { body: { key } })),
  createKey: (body: CreateApiKey) => change(client.POST('/internal/v1/api-keys', { body })),
  updateKey: (id: string, body: KeyChange) =>
    change(client.PATCH('/internal/v1/api-keys/{id}', { params: of(id), body })),
  regenerateKey: (id: string, overlap_hours: number) =>
    change(client.POST('/internal/v1/api-keys/{id}/regenerate', { params: of(id), body: { overlap_hours } })),
  endOldKey: (id: string) => change(client.DELETE('/internal/v1/api-keys/{id}/old-key', { params: of(id) })),
  deleteKey: (id: string) => change(client.DELETE('/internal/v1/api-keys/{id}', { params: of(id) })),

  keyConditions: () => read('/internal/v1/key-conditions', {}),

  settings: (): Read<Settings> => ({
    address: 'settings',
    load: async (signal) => {
      const [own, ofPortal] = [api.enterpriseSettings(), api.portalSettings()];
      const [settings, more] = await Promise.all([own.load(signal), ofPortal.load(signal)]);
      return { ...settings, ...more };
    },
  }),
  enterpriseSettings: () => read('/internal/v1/settings', {}),
  portalSettings: () => read('/internal/v1/settings/portal', {}),
  /** Safe to repeat if the outcome is unknown. */
  updateSettings: (body: UpdateSettings) => bodyOf(client.PATCH('/internal/v1/settings', { body })),
  previewRetention: (retention_days: number) =>
    read('/internal/v1/settings/retention-preview', { query: { retention_days } }),
  auditEvents: (query: AuditFilter & { search?: string; cursor?: string; limit: string }) =>
    read('/internal/v1/audit-events', { query }, auditPageOf),
  verifyAuditLog: (after: number) =>
    read('/internal/v1/audit-events/verification', { query: { after: String(after) } }),
  auditFilters: () => read('/internal/v1/audit-events/filters', {}),
  activity: (query: DayRange): Read<ActivityHour[]> => read('/internal/v1/activity', { query }),

  devices: <F extends keyof DeviceListItem>(fields: readonly F[]): ReadFields<DeviceListItem, F> =>
    read('/internal/v1/data/devices', { query: { fields: [...fields] } }),
  lastPositions: () => read('/internal/v1/data/last-positions', {}),
  device: (id: string) => read('/internal/v1/data/devices/{id}', of(id)),
  dataUsage: <F extends keyof DataUsage>(
    id: string,
    days: DayRange,
    fields: readonly F[],
  ): ReadFields<DataUsage, F> =>
    read('/internal/v1/data/devices/{id}/data-usage', { ...of(id), query: { ...days, fields: [...fields] } }),
  screenTime: <F extends keyof ScreenTime>(
    id: string,
    days: DayRange,
    fields: readonly F[],
  ): ReadFields<ScreenTime, F> =>
    read('/internal/v1/data/devices/{id}/screen-time', {
      ...of(id),
      query: { ...days, fields: [...fields] },
    }),
  applications: <F extends keyof Application>(id: string, fields: readonly F[]): ReadFields<Application, F> =>
    read('/internal/v1/data/devices/{id}/applications', { ...of(id), query: { fields: [...fields] } }),
  locations: (id: string, query: DayRange) =>
    read('/internal/v1/data/devices/{id}/locations', { ...of(id), query }),
  newestLocation: (id: string) => read('/internal/v1/data/devices/{id}/locations/newest', of(id)),
} as const;
