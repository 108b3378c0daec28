import { lazy, Suspense } from 'react';
import { api } from '../../api/client.js';
import type { DayRange } from '../../api/records.js';
import { useResource } from '../../api/use-resource.js';
import { Load, Loaded, Waiting } from '../../design/notices/loaded.js';
import { Card, Empty } from '../../design/page/card.js';
import { useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { InDays } from '../in-days.js';
import { latestDay } from '../latest-day.js';

const Track = lazy(async () => ({ default: (await import('./track.js')).Track }));

/** Begins with the days of the newest positions, which a device may have reported long before its last contact. */
export function TrackInDays({ deviceId, lastDay }: { deviceId: string; lastDay: string }) {
  const today = useToday();
  return (
    <Load read={api.newestLocation(deviceId)}>
      {([newest]) => (
        <InDays lastDay={newest ? latestDay([newest.created_at], today) : lastDay}>
          {(range) => <TrackPanel deviceId={deviceId} range={range} />}
        </InDays>
      )}
    </Load>
  );
}

/** The locations of a device on the chosen days. */
function TrackPanel({ deviceId, range }: { deviceId: string; range: DayRange }) {
  const { device } = useTexts();
  const loading = useResource(api.locations(deviceId, range));
  // all else was checked before asking: how many days there are positions for at a time, the service alone knows
  const areTooMany = loading.problem?.code === 'invalid_parameter';
  return (
    <Card title={device.trackTitle}>
      {areTooMany ? (
        <div role="alert">
          <Empty>{device.tooManyDays}</Empty>
        </div>
      ) : (
        <Loaded loading={loading}>
          {(locations) => (
            <Suspense fallback={<Waiting />}>
              <Track locations={locations} subject={{ of: deviceId, days: range }} />
            </Suspense>
          )}
        </Loaded>
      )}
    </Card>
  );
}
