import type { ExpressionSpecification } from 'maplibre-gl';
import type { Colours } from '../../map/colours.js';
import type { Drawing } from '../../map/drawing.js';
import { stretchesOf, type Fix } from './track-points.js';

/** The maximum number of dots. More dots would hide the line. */
const MOST_DOTS = 600;

/** Draws a track as a line whose color shows the time. */
export function trackDrawing(fixes: readonly Fix[], colours: Colours): Drawing {
  const stretches = stretchesOf(fixes).map(({ way, when, isGap }): GeoJSON.Feature => {
    return {
      type: 'Feature',
      properties: { when, isGap },
      geometry: { type: 'LineString', coordinates: way },
    };
  });
  const dots = fixes.length <= MOST_DOTS ? fixes.map(({ place }) => [...place]) : [];
  return {
    id: 'track',
    shapes: {
      type: 'FeatureCollection',
      features: [
        ...stretches,
        { type: 'Feature', properties: { isFix: true }, geometry: { type: 'MultiPoint', coordinates: dots } },
      ],
    },
    layers: [
      {
        id: 'way',
        type: 'line',
        filter: ['==', ['get', 'isGap'], false],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-width': 3, 'line-color': colourOf(colours) },
      },
      {
        id: 'gaps',
        type: 'line',
        filter: ['==', ['get', 'isGap'], true],
        paint: { 'line-width': 1.5, 'line-dasharray': [3, 3], 'line-color': colourOf(colours) },
      },
      {
        id: 'fixes',
        type: 'circle',
        filter: ['has', 'isFix'],
        paint: { 'circle-radius': 2, 'circle-color': colours.text, 'circle-opacity': 0.6 },
      },
    ],
  };
}

function colourOf(colours: Colours): ExpressionSpecification {
  return ['interpolate-hcl', ['linear'], ['get', 'when'], 0, colours['track-start'], 1, colours['track-end']];
}
