import { Findings, type Finding } from '../../faults/stage/findings/findings.js';
import { GaleraPlace } from './galera-place.js';
import { PairPlace } from './pair-place.js';

/** What the scenarios share: the places, of which each starts once, and the list of what they found. */
export class ClusterStage extends Findings {
  constructor(
    findings?: Finding[],
    scenario?: string,
    private readonly places: { galera?: Promise<GaleraPlace>; pair?: Promise<PairPlace> } = {},
  ) {
    super(findings, scenario);
  }

  for(scenario: string): ClusterStage {
    return new ClusterStage(this.findings, scenario, this.places);
  }

  galera(): Promise<GaleraPlace> {
    return (this.places.galera ??= GaleraPlace.start());
  }

  async pair(): Promise<PairPlace> {
    // one at a time: there is not enough machine for both
    await this.stop();
    return (this.places.pair ??= PairPlace.start());
  }

  async stop(): Promise<void> {
    const { galera, pair } = this.places;
    delete this.places.galera;
    delete this.places.pair;
    await (await galera)?.stop();
    await (await pair)?.stop();
  }
}

export interface ClusterScenario {
  readonly name: string;
  readonly run: (stage: ClusterStage) => Promise<void>;
}
