import createClient, { type ClientPathsWithMethod, type MethodResponse } from 'openapi-fetch';
import type { paths } from '../../openapi.js';
import { Problem, secondsUntilRetry, toMutationProblem } from './problem.js';
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
} from './types.js';

/** A resource that the portal can load, identified by its key. */
export interface Resource<T> {
  readonly key: string;
  readonly load: (signal?: AbortSignal) => Promise<T>;
}

/** Returns the URL of a path of the service. The portal is at `<base>/portal/`. */
export const serviceUrl = (path: string): URL => new URL(`../${path}`, document.baseURI);

/** Returns true if the service responds, so that a reload does not lose the page. */
export async function isServiceReachable(): Promise<boolean> {
  try {
    return (await fetch(serviceUrl('portal/'), { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

let signedOutCallback: () => void = () => undefined;
/** The difference between the clocks of service and browser, from the first response. */
let clockOffsetMs: number | undefined;

/** Registers a callback for responses that say that the session has ended. */
export function onSignedOut(callback: () => void): void {
  signedOutCallback = callback;
}

/** Returns the time of the service, because the browser's clock may be wrong. */
export const serviceNow = (browserNow = Date.now()): number => browserNow + (clockOffsetMs ?? 0);

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
    clockOffsetMs ??= Date.parse(response.headers.get('Date') ?? '') - Date.now() || 0;
    if (response.ok) return;
    const problem = await Problem.fromResponse(response);
    if (problem.requiresSignIn) signedOutCallback();
    throw problem;
  },
});

/** The maximum number of attempts for a read, which is safe to repeat. */
const MAX_ATTEMPTS = 3;
const MAX_WAIT_S = 3;

/** Repeats a request that the service refuses with a 503. Waits for the seconds of `Retry-After`, up to 3 s. */
async function fetchWithRetry(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(request.clone());
    if (response.status !== 503 || attempt === MAX_ATTEMPTS) return response;
    const seconds = Math.min(secondsUntilRetry(response) ?? 1, MAX_WAIT_S);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    request.signal.throwIfAborted();
  }
}

type GetPath = ClientPathsWithMethod<typeof client, 'get'>;
type BodyOf<Path extends GetPath> = MethodResponse<typeof client, 'get', Path>;

function createResource<Path extends GetPath, T = BodyOf<Path>>(
  path: Path,
  params: Omit<paths[Path]['get']['parameters'], 'header' | 'cookie'>,
  toValue = (data: BodyOf<Path>, _response: Response): T => data as T,
): Resource<T> {
  const load = async (signal?: AbortSignal): Promise<T> => {
    const { data, response } = await client.GET(path, { params, signal, fetch: fetchWithRetry } as never);
    return toValue(data as BodyOf<Path>, response);
  };
  return { key: JSON.stringify([path, params]), load };
}

const bodyOf = async <T>(call: Promise<{ data?: T }>): Promise<T> => (await call).data as T;

/** Sends a change, whose response may be lost. It must not be repeated automatically. */
async function mutate<T>(call: Promise<{ data?: T }>): Promise<T> {
  try {
    return await bodyOf(call);
  } catch (error) {
    throw toMutationProblem(error);
  }
}

function toAuditPage(page: BodyOf<'/internal/v1/audit-events'>, { headers, url }: Response): AuditPage {
  const [, next] = /^<(.*)>; rel="next"$/.exec(headers.get('Link') ?? '') ?? [];
  const { events, search_limited } = Array.isArray(page) ? { events: page, search_limited: false } : page;
  return {
    events,
    isSearchLimited: search_limited,
    cursor: next === undefined ? undefined : (new URL(next, url).searchParams.get('cursor') ?? undefined),
  };
}

/** Returns the parameter `id` of a path. */
const withId = (id: string) => ({ path: { id } });

/** A list that has only these fields, because the complete list of a large fleet is long. */
type ListResource<T, F extends keyof T> = Resource<Pick<T, F>[]>;

export const api = {
  signInOptions: () => createResource('/portal/api/sign-in-options', {}),
  session: () => createResource('/portal/api/session', {}),
  checkSession: () => createResource('/portal/api/session/look', {}),
  signIn: (email: string, password: string) =>
    bodyOf(client.POST('/portal/api/session', { body: { email, password } })),
  signInWithCode: (code: string) =>
    bodyOf(client.POST('/portal/api/session/second-factor', { body: { code } })),
  startRequiredSecondFactor: () => mutate(client.POST('/portal/api/session/second-factor/set-up')),
  confirmRequiredSecondFactor: (code: string) =>
    mutate(client.POST('/portal/api/session/second-factor/confirmation', { body: { code } })),
  signOut: () => client.DELETE('/portal/api/session'),
  providerSignOut: () => createResource('/portal/api/oidc/sign-out', {}),

  /** A POST, because the body keeps the token out of addresses and logs. */
  checkLink: (token: string): Resource<Link> => ({
    key: 'link',
    load: (signal) =>
      bodyOf(client.POST('/portal/api/link', { body: { token }, signal, fetch: fetchWithRetry })),
  }),
  setPasswordByLink: (token: string, password: string) =>
    mutate(client.POST('/portal/api/link/password', { body: { token, password } })),

  account: () => createResource('/internal/v1/account', {}),
  renameAccount: (name: string) => mutate(client.PATCH('/internal/v1/account', { body: { name } })),
  changePassword: (present_password: string, new_password: string) =>
    mutate(client.POST('/internal/v1/account/password', { body: { present_password, new_password } })),
  startSecondFactor: (proof: string) =>
    mutate(client.POST('/internal/v1/account/second-factor', { body: { proof } })),
  confirmSecondFactor: (code: string) =>
    mutate(client.POST('/internal/v1/account/second-factor/confirmation', { body: { code } })),
  regenerateRecoveryCodes: (proof: string) =>
    mutate(client.POST('/internal/v1/account/second-factor/recovery-codes', { body: { proof } })),
  turnOffSecondFactor: (proof: string) =>
    mutate(client.POST('/internal/v1/account/second-factor/off', { body: { proof } })),
  ownSessions: () => createResource('/internal/v1/account/sessions', {}),
  endOwnSessions: () => mutate(client.DELETE('/internal/v1/account/sessions')),
  endOwnSession: (id: string) =>
    mutate(client.DELETE('/internal/v1/account/sessions/{id}', { params: withId(id) })),

  people: () => createResource('/internal/v1/people', {}),
  invitePerson: (body: InvitePerson) => mutate(client.POST('/internal/v1/people', { body })),
  createPasswordLink: (id: string) =>
    mutate(client.POST('/internal/v1/people/{id}/link', { params: withId(id) })),
  changeRole: (id: string, role: InvitePerson['role']) =>
    mutate(client.PATCH('/internal/v1/people/{id}', { params: withId(id), body: { role } })),
  resetSecondFactor: (id: string) =>
    mutate(client.DELETE('/internal/v1/people/{id}/second-factor', { params: withId(id) })),
  removePerson: (id: string) => mutate(client.DELETE('/internal/v1/people/{id}', { params: withId(id) })),

  keys: () => createResource('/internal/v1/api-keys', {}),
  keyFeeds: () => createResource('/internal/v1/api-keys/feeds', {}),
  keyCalls: (id: string) => createResource('/internal/v1/api-keys/{id}/calls', withId(id)),
  findCalls: (request_id: string): Resource<KeyCall[]> =>
    createResource('/internal/v1/api-keys/calls', { query: { request_id } }),
  failedCalls: (query: CallFilter & { limit: string; cursor?: string }): Resource<KeyCallPage> =>
    createResource('/internal/v1/api-keys/calls', { query }),
  /** Changes nothing, so it is safe to repeat. The body keeps the API key out of addresses and logs. */
  lookUpKey: (key: string) => bodyOf(client.POST('/internal/v1/api-keys/lookup', { body: { key } })),
  createKey: (body: CreateApiKey) => mutate(client.POST('/internal/v1/api-keys', { body })),
  updateKey: (id: string, body: KeyChange) =>
    mutate(client.PATCH('/internal/v1/api-keys/{id}', { params: withId(id), body })),
  regenerateKey: (id: string, overlap_hours: number) =>
    mutate(
      client.POST('/internal/v1/api-keys/{id}/regenerate', { params: withId(id), body: { overlap_hours } }),
    ),
  revokeOldKey: (id: string) =>
    mutate(client.DELETE('/internal/v1/api-keys/{id}/old-key', { params: withId(id) })),
  deleteKey: (id: string) => mutate(client.DELETE('/internal/v1/api-keys/{id}', { params: withId(id) })),

  keyConditions: () => createResource('/internal/v1/key-conditions', {}),

  settings: (): Resource<Settings> => ({
    key: 'settings',
    load: async (signal) => {
      const own = api.enterpriseSettings();
      const ofPortal = api.portalSettings();
      const [settings, more] = await Promise.all([own.load(signal), ofPortal.load(signal)]);
      return { ...settings, ...more };
    },
  }),
  enterpriseSettings: () => createResource('/internal/v1/settings', {}),
  portalSettings: () => createResource('/internal/v1/settings/portal', {}),
  /** Safe to repeat if the outcome is unknown. */
  updateSettings: (body: UpdateSettings) => bodyOf(client.PATCH('/internal/v1/settings', { body })),
  previewRetention: (retention_days: number) =>
    createResource('/internal/v1/settings/retention-preview', { query: { retention_days } }),
  auditEvents: (query: AuditFilter & { search?: string; cursor?: string; limit: string }) =>
    createResource('/internal/v1/audit-events', { query }, toAuditPage),
  verifyAuditLog: (after: number) =>
    createResource('/internal/v1/audit-events/verification', { query: { after: String(after) } }),
  auditFilters: () => createResource('/internal/v1/audit-events/filters', {}),
  activity: (query: DayRange): Resource<ActivityHour[]> => createResource('/internal/v1/activity', { query }),

  devices: <F extends keyof DeviceListItem>(fields: readonly F[]): ListResource<DeviceListItem, F> =>
    createResource('/internal/v1/data/devices', { query: { fields: [...fields] } }),
  lastLocations: () => createResource('/internal/v1/data/last-positions', {}),
  device: (id: string) => createResource('/internal/v1/data/devices/{id}', withId(id)),
  dataUsage: <F extends keyof DataUsage>(
    id: string,
    days: DayRange,
    fields: readonly F[],
  ): ListResource<DataUsage, F> =>
    createResource('/internal/v1/data/devices/{id}/data-usage', {
      ...withId(id),
      query: { ...days, fields: [...fields] },
    }),
  screenTime: <F extends keyof ScreenTime>(
    id: string,
    days: DayRange,
    fields: readonly F[],
  ): ListResource<ScreenTime, F> =>
    createResource('/internal/v1/data/devices/{id}/screen-time', {
      ...withId(id),
      query: { ...days, fields: [...fields] },
    }),
  applications: <F extends keyof Application>(
    id: string,
    fields: readonly F[],
  ): ListResource<Application, F> =>
    createResource('/internal/v1/data/devices/{id}/applications', {
      ...withId(id),
      query: { fields: [...fields] },
    }),
  locations: (id: string, query: DayRange) =>
    createResource('/internal/v1/data/devices/{id}/locations', { ...withId(id), query }),
  newestLocation: (id: string) =>
    createResource('/internal/v1/data/devices/{id}/locations/newest', withId(id)),
} as const;
