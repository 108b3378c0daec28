import type { calls as english } from '../en/calls.js';
import { count } from './count.js';

export const calls: typeof english = {
  calls: {
    title: 'Fehlgeschlagene Aufrufe',
    find: 'Kennung der Anfrage',
    findHint:
      'Geben Sie die Kennung aus dem Header X-Request-Id oder dem Feld request_id einer Antwort ein. Das Portal zeigt 7 Tage lang, warum eine Anfrage scheiterte.',
    notFound:
      'In den letzten 7 Tagen ist kein Aufruf mit dieser Kennung fehlgeschlagen. Das Portal bewahrt von jedem API-Schlüssel die letzten 200 fehlgeschlagenen Aufrufe auf.',
    counts: 'Aufrufe der letzten 7 Tage',
    failed: 'Die letzten fehlgeschlagenen Aufrufe',
    search: 'Nach Zeit, Grund oder Kennung suchen',
    total: (n) => count(n, 'fehlgeschlagener Aufruf', 'fehlgeschlagene Aufrufe'),
    none: 'Keine Aufrufe in den letzten 7 Tagen.',
    noneFailed: 'In den letzten 7 Tagen ist kein Aufruf fehlgeschlagen.',
    reload: 'Aktualisieren',
    answered: 'erfolgreich',
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
  },
};
