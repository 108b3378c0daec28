import { lazy, Suspense } from 'react';
import { api } from '../../api/client.js';
import type { DayRange } from '../../api/records.js';
import { useResource } from '../../api/hooks.js';
import { InDays } from '../../design/days/day-range.js';
import { Load, Loaded, Waiting } from '../../design/notices/notice.js';
import { Card, Empty } from '../../design/page/card.js';
import { useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { latestDay } from '../../time/days.js';

const Track = lazy(async () => ({ default: (await import('./track.js')).Track }));

/** Begins with the days of the newest location, which may be much older than the last contact. */
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

function TrackPanel({ deviceId, range }: { deviceId: string; range: DayRange }) {
  const { device } = useTexts();
  const loading = useResource(api.locations(deviceId, range));
  // this error means too many days: the limit is a setting of the service, and all else is checked before
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
