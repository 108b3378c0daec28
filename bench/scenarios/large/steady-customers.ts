import { send, SteadyLoad } from '../../../test/faults/stage/requests.js';
import { DAY_MS, deviceId, FIRST_DAY } from '../../database/fleet.js';
import { customer, type Lab } from '../../lab.js';
import { median, percentile } from '../measure.js';

const RATE = 200;
const WINDOW_MS = 10_000;
const FLEET_EVERY = 25;

interface TimedResponse {
  readonly at: number;
  readonly ms: number;
  readonly isWhole: boolean;
}

export class SteadyCustomers {
  private readonly load: SteadyLoad<TimedResponse>;

  constructor(lab: Lab, port: number) {
    const { days } = lab.options;
    const dayBefore = (back: number): string =>
      new Date(FIRST_DAY + (days - back) * DAY_MS).toISOString().slice(0, 10);
    const recent = `startdate=${dayBefore(3)}&enddate=${dayBefore(1)}`;
    const lastDay = `startdate=${dayBefore(1)}&enddate=${dayBefore(1)}`;
    this.load = new SteadyLoad(RATE, async (agent, at) => {
      const caller = lab.keys[(at * 7919) % lab.keys.length]!;
      const device = deviceId(1 + ((at * 104_729) % caller.enterprise.devices));
      const small = at % 2 ? `/api/v1/device/id/${device}` : `/api/v1/device-location/id/${device}?${recent}`;
      const path = at % FLEET_EVERY === 0 ? `/api/v1/device-location/bulk?${lastDay}` : small;
      const began = performance.now();
      const { status, isComplete, ms } = await send(port, path, { ...customer(caller), agent });
      return { at: began, ms, isWhole: status === 200 && isComplete };
    });
  }

  /** Returns the median of the p99 of 10 s windows, for each period between two instants. */
  async end(...instants: readonly number[]): Promise<number[]> {
    const responses = await this.load.end();
    const failed = responses.filter(({ isWhole }) => !isWhole).length;
    if (failed > 0) throw new Error(`${failed} of ${responses.length} requests had no complete response`);
    return instants.slice(1).map((to, at) => typicalP99(responses, instants[at]!, to));
  }
}

function typicalP99(responses: readonly TimedResponse[], from: number, to: number): number {
  const windows: number[] = [];
  for (let start = from; start + WINDOW_MS <= to; start += WINDOW_MS) {
    const within = responses.filter(({ at }) => at >= start && at < start + WINDOW_MS).map(({ ms }) => ms);
    windows.push(
      percentile(
        within.sort((a, b) => a - b),
        0.99,
      ),
    );
  }
  return median(windows);
}
