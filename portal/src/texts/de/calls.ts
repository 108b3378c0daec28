import type { calls as english } from '../en/calls.js';
import { isolateBidi } from '../bidi/isolate-bidi.js';
import { count } from './count.js';

export const calls: typeof english = {
  title: 'Fehlgeschlagene Aufrufe',
  notFound:
    'Mit dieser Kennung ist kein fehlgeschlagener Aufruf verzeichnet. Der Dienst verzeichnet von jedem API-Schlüssel die letzten 200 fehlgeschlagenen Aufrufe, 7 Tage lang. Er verzeichnet keine erfolgreichen Aufrufe und keine ohne einen API-Schlüssel, der zu dieser Zeit bekannt war. Ein Aufruf erscheint nach einigen Sekunden.',
  notRecorded:
    'Der Dienst verzeichnet von jedem API-Schlüssel die letzten 200 fehlgeschlagenen Aufrufe, 7 Tage lang, auch von gelöschten. Er verzeichnet keine Aufrufe ohne einen API-Schlüssel, der zu dieser Zeit bekannt war.',
  newest: (n) => `Die neuesten ${count(n, 'fehlgeschlagener Aufruf', 'fehlgeschlagenen Aufrufe')}`,
  older: 'Ältere Aufrufe zeigen',
  allReasons: 'Alle Gründe',
  allStatuses: 'Alle Status',
  parameters: 'Abgewiesene Parameter',
  refused: (names) => `Abgewiesen: ${isolateBidi(names)}`,
  detail: 'Erläuterung',
  counts: 'Aufrufe der letzten 7 Tage',
  failed: 'Die letzten fehlgeschlagenen Aufrufe',
  search: 'Nach Zeit, Grund oder Kennung suchen',
  total: (n) => count(n, 'fehlgeschlagener Aufruf', 'fehlgeschlagene Aufrufe'),
  none: 'Keine Aufrufe in den letzten 7 Tagen.',
  noneFailed: 'In den letzten 7 Tagen ist kein Aufruf fehlgeschlagen.',
  reload: 'Aktualisieren',
  successful: 'erfolgreich',
  calls: 'Aufrufe',
  reason: 'Grund',
  status: 'Status',
  code: 'Code',
  route: 'Aufruf',
  noRoute: '(unbekannter Pfad)',
  request: 'Kennung der Anfrage',
  network: 'Von',
  duration: 'Dauer',
  keyState: 'Zustand des API-Schlüssels',
  keyStates: {
    expired: 'der API-Schlüssel war abgelaufen',
    paused: 'der API-Schlüssel war angehalten',
    replaced: 'der API-Schlüssel war ersetzt worden',
  },
  codes: { broken_off: 'die Antwort brach ab' },
};
