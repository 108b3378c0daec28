import styles from './icon.module.css';

const PATHS = {
  key: 'M14 7a4 4 0 1 1 3.9 5H15l-1.5 1.5L12 15l-1.5-1.5L9 15l-1.5 1.5L6 15l-1-1 8.1-8.1A4 4 0 0 1 14 7Zm4 0h.01',
  activity: 'M4 20V10m5 10V4m5 16v-7m5 7V8',
  data: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3 15h2',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm0-6v2.5m0 13V21m9-9h-2.5m-13 0H3m15.4-6.4-1.8 1.8M7.4 16.6l-1.8 1.8m12.8 0-1.8-1.8M7.4 7.4 5.6 5.6',
  calendar: 'M5 6h14v14H5zM5 10.5h14M9 3v4m6-4v4',
  adjust: 'M4 8h8m5 0h3M14.5 5.5v5M4 16h3m5 0h8M9.5 13.5v5',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  alert: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.5v.01',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5m0-8.5v.01',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4 4',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  edit: 'm4 20 1-4L16 5l3 3L8 19l-4 1Z',
  renew: 'M20 11a8 8 0 0 0-14.6-3.5L4 9m0-5v5h5m-5 4a8 8 0 0 0 14.6 3.5L20 15m0 5v-5h-5',
  delete: 'M5 7h14M10 7V4h4v3m-7 0 1 13h8l1-13m-7 4v5m4-5v5',
  out: 'M14 4H5v16h9m-4-8h11m-4-4 4 4-4 4',
  close: 'm6 6 12 12M18 6 6 18',
  left: 'm14 6-6 6 6 6',
  right: 'm10 6 6 6-6 6',
  up: 'm6 14 6-6 6 6',
  down: 'm6 10 6 6 6-6',
  fit: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  download: 'M12 4v11m-5-4 5 5 5-5M4 20h16',
  link: 'M10.5 13.5a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.3m1.3 4.4a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.3',
  external: 'M10 5H5v14h14v-5m-5-9h5v5m0-5-9 9',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon. A control that contains only an icon needs a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
