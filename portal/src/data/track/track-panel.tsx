import { lazy, Suspense } from 'react';
import { api } from '../../api/client.js';
import type { DayRange } from '../../api/types.js';
import { useResource } from '../../api/hooks.js';
import { WithDayRange } from '../../design/days/day-range-picker.js';
import { ResourceLoader, ResourceContent, LoadingIndicator } from '../../design/notices/notice.js';
import { Card, EmptyMessage } from '../../design/page/card.js';
import { useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { latestDay } from '../../time/days.js';

const Track = lazy(async () => ({ default: (await import('./track.js')).Track }));

/** Begins with the days of the newest location, which may be much older than the last contact. */
export function TrackTab({ deviceId, lastDay }: { deviceId: string; lastDay: string }) {
  const today = useToday();
  return (
    <ResourceLoader resource={api.newestLocation(deviceId)}>
      {([newest]) => (
        <WithDayRange lastDay={newest ? latestDay([newest.created_at], today) : lastDay}>
          {(range) => <TrackPanel deviceId={deviceId} range={range} />}
        </WithDayRange>
      )}
    </ResourceLoader>
  );
}

function TrackPanel({ deviceId, range }: { deviceId: string; range: DayRange }) {
  const { device } = useTexts();
  const state = useResource(api.locations(deviceId, range));
  // this error means too many days: the limit is a setting of the service, and all else is checked before
  const areTooManyDays = state.problem?.code === 'invalid_parameter';
  return (
    <Card title={device.trackTitle}>
      {areTooManyDays ? (
        <div role="alert">
          <EmptyMessage>{device.tooManyDays}</EmptyMessage>
        </div>
      ) : (
        <ResourceContent state={state}>
          {(locations) => (
            <Suspense fallback={<LoadingIndicator />}>
              <Track locations={locations} csvFile={{ deviceId, days: range }} />
            </Suspense>
          )}
        </ResourceContent>
      )}
    </Card>
  );
}
