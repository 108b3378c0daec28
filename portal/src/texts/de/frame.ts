import type { frame as english } from '../en/frame.js';
import { count } from './count.js';

export const frame: typeof english = {
  product: 'Customer Device API',
  portal: 'Portal',
  skip: 'Zum Inhalt springen',
  loading: 'Wird geladen …',
  never: 'nie',
  none: '–',
  yes: 'ja',
  no: 'nein',
  cancel: 'Abbrechen',
  retry: 'Noch einmal versuchen',
  clearSearch: 'Suche leeren',
  showMore: (n) => `${n} weitere zeigen`,
  shownOf: (shown, all) => `${shown} von ${all}`,
  showTable: 'Zahlen als Tabelle zeigen',
  nothingFound: 'Nichts passt zur Suche.',
  readOnly: 'Sie können hier alles ansehen; Änderungen sind Administratoren vorbehalten.',
  nav: {
    label: 'Seiten',
    keys: 'API-Schlüssel',
    activity: 'Aktivität',
    data: 'Daten',
    settings: 'Einstellungen',
  },
  preferences: {
    theme: 'Darstellung',
    system: 'System',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache',
    english: 'English',
    german: 'Deutsch',
  },
  signIn: {
    title: 'Anmelden',
    intro: 'Verwalten Sie die API-Schlüssel Ihres Unternehmens.',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    submit: 'Anmelden',
    busy: 'Anmeldung läuft …',
    or: 'oder',
    with: (name) => `Mit ${name} anmelden`,
    noWay:
      'Für diesen Dienst ist noch keine Anmeldung eingerichtet. Der Betreiber kann Administratoren anlegen.',
    emailMissing: 'Geben Sie Ihre E-Mail-Adresse ein.',
    passwordMissing: 'Geben Sie Ihr Passwort ein.',
    expired: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um dort weiterzumachen, wo Sie waren.',
    signedOut: 'Sie sind abgemeldet.',
    singleFailed:
      'Die Anmeldung über Single Sign-on ist nicht gelungen. Versuchen Sie es noch einmal, oder bitten Sie Ihren Administrator um Zugang.',
    out: 'Abmelden',
  },
  idle: {
    title: 'Sind Sie noch da?',
    text: 'In etwa zwei Minuten werden Sie zum Schutz Ihres Unternehmens abgemeldet.',
    stay: 'Angemeldet bleiben',
  },
  days: {
    from: 'Von',
    to: 'Bis',
    last: (n) => count(n, 'Tag', 'Tage'),
    wrong: 'Der erste Tag darf nicht nach dem letzten liegen.',
    zone: (zone) => `Tage in der Zeitzone ${zone}`,
  },
  missing: {
    title: 'Hier ist nichts',
    text: 'Die Adresse stimmt nicht, oder die Seite gibt es nicht mehr.',
    home: 'Zu den API-Schlüsseln',
  },
  crash: {
    title: 'Diese Seite hat ein Problem',
    text: 'Laden Sie die Seite neu. Bleibt es so, sagen Sie es dem Betreiber des Dienstes.',
    again: 'Neu laden',
  },
  problems: {
    title: 'Das hat nicht geklappt',
    other: 'Im Dienst ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
    byCode: {
      no_connection:
        'Der Dienst ist nicht zu erreichen. Prüfen Sie die Verbindung und versuchen Sie es wieder.',
      sign_in_failed: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
      rate_limited: 'Zu viele Versuche. Warten Sie einen Augenblick.',
      not_signed_in: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
      application_exists: 'Ein anderer Schlüssel Ihres Unternehmens hat diesen Namen schon.',
      api_key_not_found:
        'Diesen Schlüssel gibt es nicht mehr; vielleicht hat ihn jemand gelöscht. Laden Sie die Seite neu.',
      device_not_found: 'Dieses Gerät gibt es nicht.',
      unavailable:
        'Der Dienst ist überlastet, oder seine Datenbank ist weg. Versuchen Sie es gleich noch einmal.',
      insufficient_role: 'Sie können hier alles ansehen, aber nichts ändern.',
      cross_site_request:
        'Die Anfrage kam nicht von der eigenen Adresse dieser Seite. Öffnen Sie das Portal unter der Adresse, die der Dienst kennt.',
    },
    wait: (seconds) => `Zu viele Versuche. Noch einmal in ${count(seconds, 'Sekunde', 'Sekunden')}.`,
  },
};
