import type { DeviceLocation } from '../../api/types.js';
import { distance, clampLatitude, type LngLat, unwrapLongitudes } from '../../map/coordinates.js';

/** A location with time and coordinates. */
export interface TrackPoint {
  /** The index of the location in the list of the service. Two locations may have equal values. */
  id: number;
  at: number;
  coordinates: LngLat;
  record: DeviceLocation & { created_at: string };
}

/** Sorts the locations by time. Skips those without a time or coordinates. */
export function toTrackPoints(locations: readonly DeviceLocation[]): TrackPoint[] {
  return locations
    .flatMap((record, id): TrackPoint[] => {
      const { created_at: time, lat, lng } = record;
      if (time === null || lat === null || lng === null) return [];
      return [{ id, at: Date.parse(time), coordinates: [lng, lat], record: { ...record, created_at: time } }];
    })
    .toSorted((a, b) => a.at - b.at);
}

export function trackLength(trackPoints: readonly TrackPoint[]): number {
  return trackPoints.reduce((sum, point, index) => {
    const previous = trackPoints[index - 1];
    return previous ? sum + distance(previous.coordinates, point.coordinates) : 0;
  }, 0);
}

interface TrackSegment {
  path: [number, number][];
  /** The time from 0 at the start of the track to 1 at its end. */
  when: number;
  /** True if the device reported no location for more than 45 minutes. */
  isGap: boolean;
}

const GAP_MS = 45 * 60_000;
const COLOR_STEPS = 40;

/** Returns the coordinates of a track as the map draws them. Longitudes may exceed 180 after the date line. */
export const toMapPath = (trackPoints: readonly TrackPoint[]): [number, number][] =>
  unwrapLongitudes(trackPoints.map(({ coordinates: [lng, lat] }) => [lng, clampLatitude(lat)]));

/** Splits a track into pieces of one color. Neighbors share a point, so that the line has no gaps. */
export function segmentsOf(trackPoints: readonly TrackPoint[]): TrackSegment[] {
  const path = toMapPath(trackPoints);
  const first = trackPoints[0]?.at ?? 0;
  const span = Math.max((trackPoints.at(-1)?.at ?? 0) - first, 1);
  const segments: TrackSegment[] = [];
  for (const [index, { at }] of trackPoints.entries()) {
    const previous = trackPoints[index - 1];
    const from = path[index - 1];
    const to = path[index];
    if (!previous || !from || !to) continue;
    const when = Math.round((COLOR_STEPS * (previous.at - first)) / span) / COLOR_STEPS;
    const isGap = at - previous.at > GAP_MS;
    const last = segments.at(-1);
    if (last?.when === when && last.isGap === isGap) last.path.push(to);
    else segments.push({ path: [from, to], when, isGap });
  }
  return segments;
}

/** The first and last location at a place where the device stayed. */
export interface Stop {
  from: TrackPoint;
  until: TrackPoint;
}

const STOP_RADIUS_M = 150;
const MIN_STOP_MS = 10 * 60_000;

/** Finds the places where a device stayed for at least 10 minutes within 150 meters. */
export function stopsOf(trackPoints: readonly TrackPoint[]): Stop[] {
  const stays: TrackPoint[][] = [];
  for (const point of trackPoints) {
    const stay = stays.at(-1);
    const [first] = stay ?? [];
    if (stay && first && distance(first.coordinates, point.coordinates) <= STOP_RADIUS_M) stay.push(point);
    else stays.push([point]);
  }
  return stays.flatMap((stay) => {
    const from = stay[0];
    const until = stay.at(-1);
    return from && until && until.at - from.at >= MIN_STOP_MS ? { from, until } : [];
  });
}
