import { isolateBidi } from '../bidi/isolate-bidi.js';
import type { access as english } from '../en/access.js';
import { count } from './count.js';

export const access: typeof english = {
  protection: {
    title: 'Datenschutz',
    hint: 'Blenden Sie aus, was die Anwendung nicht braucht. Antworten an die Anwendung enthalten es dann nicht.',
    kinds: {
      credentials: {
        label: 'Zugangsdaten ausblenden',
        meaning:
          'Token, mit denen sich ein Gerät bei anderen Diensten ausweist, sind leer. Nur Software zur Geräteverwaltung braucht sie.',
        chip: 'Ohne Zugangsdaten',
        hides: 'Zugangsdaten der Geräte sind sofort leer.',
        shows: 'Der API-Schlüssel darf ab sofort Zugangsdaten der Geräte lesen.',
      },
      identifiers: {
        label: 'Kennungen ausblenden',
        meaning:
          'IMEI, IMSI, Seriennummer und MAC-Adresse sind leer. Die Geräte-ID bleibt und kann selbst eine Person erkennen lassen.',
        chip: 'Ohne Kennungen',
        hides: 'Kennungen der Geräte sind sofort leer.',
        shows: 'Der API-Schlüssel darf ab sofort Kennungen der Geräte lesen.',
      },
      exact_location: {
        label: 'Genauen Standort ausblenden',
        meaning:
          'Koordinaten sind auf etwa 1 km gerundet. Sie zeigen den Ortsteil, aber keine Adresse. Die Höhe ist leer.',
        chip: 'Ohne genauen Standort',
        hides: 'Standorte werden sofort auf etwa 1 km gerundet.',
        shows: 'Der API-Schlüssel darf ab sofort genaue Standorte lesen.',
      },
    },
    restartNote:
      'Eine Anwendung, die den Änderungen von Geräten oder Standorten folgt, muss von vorn beginnen. Sie tut das selbst, wenn sie den Fehler 410 wie dokumentiert behandelt.',
    nothing: 'Sieht alles',
    example: 'Beispiel zeigen: was die Anwendung sieht',
    exampleOf: (device) =>
      `Das Gerät ${isolateBidi(device)}, wie dieser API-Schlüssel es sieht. Lange Texte sind hier gekürzt.`,
    sampleDevice: 'Ein erfundenes Gerät, wie dieser API-Schlüssel es sieht.',
    hidden: 'ausgeblendet',
    lessExact: 'weniger genau',
  },
  agents: {
    title: 'Agenten (MCP)',
    allow: 'Agenten erlauben',
    allowHint:
      'KI-Agenten dürfen den API-Schlüssel über das Model Context Protocol benutzen. Sie sehen nur, was der API-Schlüssel sieht.',
    chip: 'Agenten erlaubt',
    filter: { allowed: 'Erlaubt', refused: 'Nicht erlaubt' },
    allowed: 'Agenten dürfen den API-Schlüssel ab sofort benutzen.',
    refused: 'Anfragen von Agenten werden sofort abgewiesen.',
    off: 'Der Betreiber des Dienstes hat Agenten abgeschaltet. Zurzeit kann kein Agent einen API-Schlüssel benutzen.',
    connect: 'Einen Agenten verbinden',
    connectHint:
      'Fügen Sie diese Zeilen in die Konfiguration Ihres Agenten ein. Ersetzen Sie API_KEY durch den API-Schlüssel, oder setzen Sie die Umgebungsvariable DEVICE_API_KEY auf den API-Schlüssel. Das Portal speichert den API-Schlüssel nicht.',
    terminal: 'in einem Terminal',
  },
  conflict: {
    text: 'Ein anderer Benutzer hat diesen API-Schlüssel geändert, seit Sie ihn geöffnet haben. Ihre Änderungen wurden nicht gespeichert, stehen aber noch in diesem Formular. Diese Felder sind verschieden:',
    field: 'Feld',
    saved: 'Jetzt gespeichert',
    yours: 'In diesem Formular',
    continueEditing: 'Mit meinen Änderungen fortfahren',
  },
  lookup: {
    title: 'Welcher API-Schlüssel ist das?',
    text: 'Fügen Sie einen API-Schlüssel ein, den Sie in einem Log oder einem Repository gefunden haben. Das Portal speichert ihn nicht.',
    find: 'API-Schlüssel finden',
    missing: 'Fügen Sie einen API-Schlüssel ein.',
    notFound: 'Das ist kein API-Schlüssel Ihres Unternehmens. Vielleicht wurde er gelöscht oder ersetzt.',
    found: 'Dieser API-Schlüssel gehört zu',
    advice:
      'Wenn andere ihn gesehen haben können, erneuern Sie ihn und lassen Sie den alten sofort ungültig werden.',
  },
  attention: {
    title: 'Zu erledigen',
    expires: (at) => `läuft ab: ${at}.`,
    expiring: (n) => `${count(n, 'API-Schlüssel läuft', 'API-Schlüssel laufen')} innerhalb von 14 Tagen ab`,
    failedCalls: (n, isMore) =>
      `hatte in den letzten 24 Stunden ${isMore ? 'mindestens ' : ''}${count(n, 'fehlgeschlagenen Aufruf', 'fehlgeschlagene Aufrufe')}.`,
    invitations: (n) => `${count(n, 'Einladung', 'Einladungen')} noch nicht angenommen`,
  },
  filters: {
    title: 'Filter',
    inUse: (n) => `Filter (${n} gesetzt)`,
  },
  discard: {
    title: 'Änderungen verwerfen?',
    text: 'Ihre Eingaben sind nicht gespeichert.',
    stay: 'Weiter bearbeiten',
    leave: 'Änderungen verwerfen',
  },
};
