import type { calls as english } from '../en/calls.js';
import { count } from './count.js';

export const calls: typeof english = {
  calls: {
    title: 'Fehlgeschlagene Aufrufe',
    find: 'Kennung der Anfrage',
    findHint:
      'Geben Sie die Kennung ein, die eine Antwort in X-Request-Id und in ihrer request_id nennt: Hier steht 7 Tage lang, warum die Anfrage scheiterte.',
    notFound:
      'In den letzten 7 Tagen ist kein Aufruf mit dieser Kennung fehlgeschlagen. Von jedem API-Schlüssel werden die letzten 200 fehlgeschlagenen aufbewahrt.',
    counts: 'Aufrufe der letzten 7 Tage',
    failed: 'Die letzten fehlgeschlagenen Aufrufe',
    search: 'Nach Zeit, Grund oder Kennung suchen',
    total: (n) => count(n, 'fehlgeschlagener Aufruf', 'fehlgeschlagene Aufrufe'),
    none: 'Keine Aufrufe in den letzten 7 Tagen.',
    noneFailed: 'In den letzten 7 Tagen ist kein Aufruf fehlgeschlagen.',
    reload: 'Aktualisieren',
    answered: 'beantwortet',
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
      replaced: 'der API-Schlüssel war ein alter, der ersetzt wurde',
    },
    codes: { broken_off: 'die Antwort brach ab' },
  },
};
