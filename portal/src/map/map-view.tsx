import type { Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { createPortal } from 'react-dom';
import { api } from '../api/client.js';
import { Icon, type IconName } from '../design/icons/icon.js';
import { Tooltip } from '../design/icons/relative-time.js';
import { ResourceLoader, Notice } from '../design/notices/notice.js';
import { useLanguage, useTexts } from '../texts/language.js';
import { draw, type Drawing, useThemeColors } from './drawing.js';
import { type LngLat, normalizeLongitude } from './coordinates.js';
import { fit, limitZoom, useMap, useView } from './use-map.js';
import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';

interface Props {
  label: string;
  /** The initial points. A new list resets the view. */
  points: readonly LngLat[];
  /** The WebGL layers. */
  drawing?: Drawing;
  /** The elements on the map, for screen readers and the keyboard. */
  children: (map: MapLibre) => ReactNode;
}

/** A map in the configured style, or with country outlines if there is none. A new language creates a new map. */
export function MapView(props: Props) {
  const { locale } = useLanguage();
  return (
    <ResourceLoader resource={api.portalSettings()}>
      {({ map }) => <StyledMap key={locale} {...props} styleUrl={map?.style_url} />}
    </ResourceLoader>
  );
}

function StyledMap({ label, points, drawing, children, styleUrl }: Props & { styleUrl: string | undefined }) {
  const { map: texts } = useTexts();
  const { containerRef, map, overlay, styleCount, failure } = useMap(styleUrl);
  const hasOutlinesOnly = styleUrl === undefined || failure === 'style';
  const outlines = useOutlines(hasOutlinesOnly);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => map?.getCanvas().setAttribute('aria-label', label), [map, label]);
  useEffect(() => map && limitZoom(map, hasOutlinesOnly), [map, hasOutlinesOnly]);
  useEffect(() => map && fit(map, points), [map, points]);
  useEffect(() => {
    if (!map || styleCount === 0 || (hasOutlinesOnly && !outlines)) return;
    for (const each of [outlines, drawing]) if (each) draw(map, each);
    void map.once('idle', () => setIsDrawn(true));
    map.triggerRepaint(); // the map may be idle already
  }, [map, styleCount, hasOutlinesOnly, outlines, drawing]);
  if (failure === 'browser') return <Notice kind="warning">{texts.noWebGl}</Notice>;
  return (
    <>
      <div className="map" aria-busy={!isDrawn}>
        <div className="map-frame" ref={containerRef} />
        {map && (
          <>
            {overlay && createPortal(children(map), overlay)}
            <MapControls map={map} onFit={() => fit(map, points)} />
            <MapCenter map={map} />
          </>
        )}
      </div>
      {styleUrl === undefined && <p className="hint map-hint">{texts.noStreets}</p>}
      {failure && (
        <Notice kind="warning">{failure === 'style' ? texts.styleFailed : texts.partsFailed}</Notice>
      )}
    </>
  );
}

/** Loads the country outlines, if the map has no style. */
function useOutlines(isEnabled: boolean): Drawing | undefined {
  const { map: texts } = useTexts();
  const { land, border } = useThemeColors();
  const [shapes, setShapes] = useState<GeoJSON.FeatureCollection>();
  useEffect(() => {
    if (isEnabled) void import('./outlines.js').then(({ outlines }) => setShapes(outlines));
  }, [isEnabled]);
  return useMemo(
    () =>
      isEnabled && shapes
        ? {
            id: 'outlines',
            attribution: texts.source,
            shapes,
            layers: [
              { id: 'land', type: 'fill', paint: { 'fill-color': land } },
              { id: 'borders', type: 'line', paint: { 'line-color': border } },
            ],
          }
        : undefined,
    [isEnabled, shapes, texts, land, border],
  );
}

const PAN_STEP_PX = 120;

/** Buttons for all pointer gestures of the map, for the keyboard and for users who cannot drag. */
function MapControls({ map, onFit }: { map: MapLibre; onFit: () => void }) {
  const { map: texts } = useTexts();
  const controls: [icon: IconName, label: string, onPress: () => void][] = [
    ['plus', texts.zoomIn, () => map.zoomIn()],
    ['minus', texts.zoomOut, () => map.zoomOut()],
    ['fit', texts.fit, onFit],
    ['up', texts.north, () => map.panBy([0, -PAN_STEP_PX])],
    ['down', texts.south, () => map.panBy([0, PAN_STEP_PX])],
    ['left', texts.west, () => map.panBy([-PAN_STEP_PX, 0])],
    ['right', texts.east, () => map.panBy([PAN_STEP_PX, 0])],
  ];
  return (
    <div className="map-controls" role="group" aria-label={texts.controls}>
      {controls.map(([icon, label, onPress]) => (
        <Tooltip key={icon} text={label}>
          <Button className="map-control" aria-label={label} onPress={onPress}>
            <Icon name={icon} />
          </Button>
        </Tooltip>
      ))}
    </div>
  );
}

/** Shows the coordinates of the center of the map. */
function MapCenter({ map }: { map: MapLibre }) {
  const { texts, locale } = useLanguage();
  const { sides, center } = texts.map;
  const view = useView(map);
  const digits = Math.max(0, Math.round(view.zoom / 3));
  const degrees = (value: number, above: string, below: string): string => {
    const amount = Math.abs(value).toLocaleString(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return `${amount}° ${value < 0 ? below : above}`;
  };
  const [lng, lat] = view.center;
  return (
    <p className="map-centre">
      <span className="visually-hidden">{center} </span>
      {degrees(lat, sides.north, sides.south)}, {degrees(normalizeLongitude(lng), sides.east, sides.west)}
    </p>
  );
}
