import type { Map as MapLibre } from 'maplibre-gl';
import { Button } from 'react-aria-components';
import { Icon, type IconName } from '../design/icons/icon.js';
import { useTexts } from '../texts/language.js';

const STEP = 120;

/** Buttons for all pointer gestures of the map, for the keyboard and for users who cannot drag. */
export function MapControls({ map, onFit }: { map: MapLibre; onFit: () => void }) {
  const { map: texts } = useTexts();
  return (
    <div className="map-controls" role="group" aria-label={texts.controls}>
      <Control label={texts.zoomIn} icon="plus" onPress={() => map.zoomIn()} />
      <Control label={texts.zoomOut} icon="minus" onPress={() => map.zoomOut()} />
      <Control label={texts.fit} icon="fit" onPress={onFit} />
      <Control label={texts.north} icon="up" onPress={() => map.panBy([0, -STEP])} />
      <Control label={texts.south} icon="down" onPress={() => map.panBy([0, STEP])} />
      <Control label={texts.west} icon="left" onPress={() => map.panBy([-STEP, 0])} />
      <Control label={texts.east} icon="right" onPress={() => map.panBy([STEP, 0])} />
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
