import type { HiddenData } from '../../src/http/hidden-data.js';
import { appWith } from '../kit/app/app-with.js';
import { aDevice, aLocation, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import type { ExportRecord } from '../kit/app/builders.js';
import { contentOf, RawAgent } from '../kit/mcp/agent.js';
import { HIDDEN_SETS, hideFields } from '../kit/specification/hidden-fields.js';

// docs/contract.md, 2.16

const DAYS = { device_id: DEVICE_ID, startdate: '2026-03-29', enddate: '2026-03-30' };

const app = appWith({
  enterprises: [anEnterprise()],
  devices: [aDevice()],
  locations: [aLocation(), aLocation({ lat: -33.8568, lng: 151.2153, accuracy: 2_500 })],
});

const agentWith = async (hidden_data: readonly HiddenData[]): Promise<RawAgent> => {
  const { key } = await app.createKey(ENTERPRISE_ID, undefined, { mcp: true, hidden_data });
  return new RawAgent(app.url, key);
};

const call = async (agent: RawAgent, name: string, given: object = {}) =>
  contentOf(await agent.call(name, given));

const seen = (hidden: readonly HiddenData[], records: unknown): ExportRecord[] =>
  (records as ExportRecord[]).map((record) => hideFields(hidden, record));

describe('The tools', () => {
  it.each(HIDDEN_SETS.map((hidden) => [hidden.join() || 'nothing', hidden] as const))(
    'show everything except the data that is hidden from the key: %s',
    async (_names, hidden) => {
      const open = await agentWith([]);
      const agent = await agentWith(hidden);
      const customer = await app.customer(ENTERPRISE_ID);
      const { manifest: _manifest, ...device } = await customer.object(`/api/v1/device/id/${DEVICE_ID}`);
      expect(await call(agent, 'get_device', { device_id: DEVICE_ID })).toEqual({
        device: hideFields([...hidden, 'credentials'], device),
      });
      const { locations } = await call(open, 'latest_locations');
      expect(await call(agent, 'latest_locations')).toEqual({ locations: seen(hidden, locations), total: 1 });
      const { points, ...track } = await call(open, 'device_track', DAYS);
      expect(await call(agent, 'device_track', DAYS)).toEqual({ points: seen(hidden, points), ...track });
      expect(await call(agent, 'find_devices')).toEqual(await call(open, 'find_devices'));
    },
  );
});
