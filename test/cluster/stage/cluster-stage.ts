import { Findings, type Finding } from '../../faults/stage/findings.js';
import { GaleraPlace } from './galera-place.js';

/** What the scenarios share: the cluster, which starts once, and the list of what they found. */
export class ClusterStage extends Findings {
  constructor(
    findings?: Finding[],
    scenario?: string,
    private readonly places: { galera?: Promise<GaleraPlace> } = {},
  ) {
    super(findings, scenario);
  }

  for(scenario: string): ClusterStage {
    return new ClusterStage(this.findings, scenario, this.places);
  }

  galera(): Promise<GaleraPlace> {
    return (this.places.galera ??= GaleraPlace.start());
  }

  async stop(): Promise<void> {
    await (await this.places.galera)?.stop();
  }
}

export interface ClusterScenario {
  readonly name: string;
  readonly run: (stage: ClusterStage) => Promise<void>;
}
