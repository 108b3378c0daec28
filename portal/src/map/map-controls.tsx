import { Button } from 'react-aria-components';
import { Icon, type IconName } from '../design/signs/icon.js';
import { useTexts } from '../texts/language.js';
import type { Zoom } from './use-zoom.js';

const STEP = 120;

/** Everything a pointer can do with the map, for the keyboard and for who cannot drag. */
export function MapControls({ zoom }: { zoom: Zoom }) {
  const { map } = useTexts();
  return (
    <div className="map-controls" role="group" aria-label={map.controls}>
      <Control label={map.zoomIn} icon="plus" onPress={() => zoom.zoomBy(2)} />
      <Control label={map.zoomOut} icon="minus" onPress={() => zoom.zoomBy(1 / 2)} />
      <Control label={map.fit} icon="fit" onPress={zoom.reset} />
      <Control label={map.north} icon="up" onPress={() => zoom.moveBy(0, STEP)} />
      <Control label={map.south} icon="down" onPress={() => zoom.moveBy(0, -STEP)} />
      <Control label={map.west} icon="left" onPress={() => zoom.moveBy(STEP, 0)} />
      <Control label={map.east} icon="right" onPress={() => zoom.moveBy(-STEP, 0)} />
    </div>
  );
}

function Control({ label, icon, onPress }: { label: string; icon: IconName; onPress: () => void }) {
  return (
    <Button className="map-control" aria-label={label} onPress={onPress}>
      <Icon name={icon} />
    </Button>
  );
}
