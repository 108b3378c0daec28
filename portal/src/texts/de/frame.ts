import type { frame as english } from '../en/frame.js';
import { count, duration } from './count.js';
import { isolated } from '../bidi/isolated.js';

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
  sort: { by: 'Sortieren nach', ascending: 'Aufsteigend', descending: 'Absteigend' },
  downloadCsv: 'CSV herunterladen',
  downloadCsvOf: (what) => `CSV herunterladen: ${what}`,
  barsAreWeeks: 'Jeder Balken steht für eine Woche von Montag bis Sonntag.',
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
    title: 'Darstellung und Sprache',
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
    busy: 'Anmeldung läuft …',
    or: 'oder',
    with: (name) => `Mit ${isolated(name)} anmelden`,
    noWay:
      'Für diesen Dienst ist noch keine Anmeldung eingerichtet. Der Betreiber kann Administratoren anlegen.',
    emailMissing: 'Geben Sie Ihre E-Mail-Adresse ein.',
    passwordMissing: 'Geben Sie Ihr Passwort ein.',
    expired: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um dort weiterzumachen, wo Sie waren.',
    keyWaits:
      'Ein neuer API-Schlüssel, den Sie noch nicht kopiert haben, wartet hier eine Stunde lang. Melden Sie sich mit demselben Konto an, um ihn zu sehen.',
    newWindow:
      'Dafür öffnet sich ein neues Fenster, damit der API-Schlüssel hier erhalten bleibt. Kommen Sie nach der Anmeldung in dieses zurück.',
    signedOut: 'Sie sind abgemeldet.',
    forgotten: 'Passwort vergessen?',
    forgottenText:
      'Fragen Sie einen Administrator Ihres Unternehmens: Unter Einstellungen, Personen kann er einen Link für Sie erstellen, mit dem Sie ein neues Passwort wählen. Kann sich keiner mehr anmelden, fragen Sie den Betreiber dieses Dienstes.',
    singleFailed: {
      sign_in_failed:
        'Die Anmeldung über Single Sign-on ist nicht gelungen. Vielleicht hat sie zu lange gedauert, oder Ihr Konto hat keine bestätigte E-Mail-Adresse. Versuchen Sie es noch einmal.',
      access_denied:
        'Die Anmeldung über Single Sign-on wurde abgebrochen, oder Ihr Konto hat keinen Zugang. Versuchen Sie es noch einmal, oder fragen Sie Ihren Administrator.',
      provider_unavailable:
        'Das Single Sign-on Ihres Unternehmens ist nicht zu erreichen. Versuchen Sie es in ein paar Minuten noch einmal.',
      service_unavailable:
        'Der Dienst konnte die Anmeldung gerade nicht abschließen. Versuchen Sie es in ein paar Minuten noch einmal.',
      unknown_enterprise:
        'Ihr Konto gehört zu keinem Unternehmen, das hier bekannt ist. Sagen Sie es Ihrem Administrator.',
      no_role: 'Ihr Konto darf das Portal noch nicht benutzen. Bitten Sie Ihren Administrator um Zugang.',
    },
    out: 'Abmelden',
    providerStays: (name) => `In diesem Browser sind Sie vielleicht noch bei ${isolated(name)} angemeldet.`,
    outOf: (name) => `Auch bei ${isolated(name)} abmelden`,
  },
  idle: {
    title: 'Sind Sie noch da?',
    text: 'In etwa zwei Minuten werden Sie zum Schutz Ihres Unternehmens abgemeldet.',
    stay: 'Angemeldet bleiben',
  },
  lastEnd: {
    title: 'Ihre Sitzung endet bald',
    text: 'Eine Sitzung dauert höchstens zwölf Stunden; diese endet in etwa zwei Minuten. Speichern Sie Ihre Änderungen und kopieren Sie neue API-Schlüssel; melden Sie sich danach neu an.',
    stay: 'OK',
  },
  signingOut: {
    title: 'Abmelden?',
    text: 'Ein Link oder ein Lesezeichen hat Sie hierher geführt. Sie bleiben angemeldet, wenn Sie sich jetzt nicht abmelden.',
    stay: 'Bleiben und zu den API-Schlüsseln',
  },
  days: {
    from: 'Von',
    to: 'Bis',
    last: (n) => count(n, 'Tag', 'Tage'),
    zone: (zone) => `Tage in ${zone}`,
    inAddress: (why) =>
      `Die Tage in der Adresse dieser Seite lassen sich nicht zeigen; hier stehen andere. ${why}`,
    mistakes: {
      noDay: () => 'Geben Sie einen Tag an, den es gibt, mit Tag, Monat und Jahr.',
      tooEarly: () => 'Geben Sie ein Jahr ab 2000 an.',
      wrongOrder: () => 'Der erste Tag darf nicht nach dem letzten liegen.',
      tooMany: (most) => `Höchstens ${count(most, 'Tag', 'Tage')} lassen sich auf einmal zeigen.`,
    },
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
  unfetched: {
    title: 'Diese Seite ist nicht geladen',
    text: 'Ein Teil des Portals konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    still:
      'Der Dienst ist noch immer nicht zu erreichen. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  },
  problems: {
    other: 'Im Dienst ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
    byCode: {
      no_connection:
        'Der Dienst ist nicht zu erreichen. Prüfen Sie die Verbindung und versuchen Sie es wieder.',
      answer_lost:
        'Die Antwort des Dienstes ist verloren gegangen; ob die Änderung ausgeführt wurde, ist nicht bekannt. Schließen Sie dies, um den jetzigen Stand zu sehen. Ein neuer API-Schlüssel, der Ihnen nicht gezeigt wurde, muss erneuert, ein Link neu erstellt werden.',
      sign_in_failed: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
      rate_limited: 'Zu viele Versuche. Warten Sie einen Augenblick.',
      not_signed_in: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
      application_exists: 'Ein anderer API-Schlüssel Ihres Unternehmens hat diesen Namen schon.',
      api_key_changed:
        'Jemand hat diesen API-Schlüssel geändert, seit Sie ihn geöffnet haben. Nichts wurde gespeichert: Schließen Sie dies und öffnen Sie den API-Schlüssel neu, um ihn zu sehen, wie er jetzt ist.',
      api_key_not_found: 'Diesen API-Schlüssel gibt es nicht mehr; vielleicht hat ihn jemand gelöscht.',
      device_not_found: 'Dieses Gerät gibt es nicht.',
      unavailable:
        'Der Dienst ist überlastet, oder seine Datenbank ist weg. Versuchen Sie es gleich noch einmal.',
      wrong_password: 'Das jetzige Passwort stimmt nicht.',
      wrong_code:
        'Der Code stimmt nicht oder wurde schon benutzt. Geben Sie den ein, den die App jetzt zeigt.',
      sign_in_expired:
        'Die Anmeldung hat zu lange gedauert. Gehen Sie zurück und beginnen Sie mit dem Passwort.',
      own_second_factor:
        'Den eigenen zweiten Faktor können Sie hier nicht zurücksetzen. Schalten Sie ihn in Ihrem Konto aus.',
      own_link: 'Das eigene Passwort ändern Sie in Ihrem Konto.',
      limit_reached:
        'Ihr Unternehmen hat davon so viele, wie es haben kann. Entfernen Sie zuerst einen Eintrag.',
      second_factor_required: 'Ihr Unternehmen verlangt einen zweiten Faktor.',
      second_factor_missing: 'Es gibt keinen zweiten Faktor mehr.',
      invalid_link:
        'Dieser Link gilt nicht: Er wurde benutzt, ist abgelaufen, oder es gab ihn nie. Bitten Sie einen Administrator Ihres Unternehmens um einen neuen.',
      person_exists: 'Jemand hat diese E-Mail-Adresse schon.',
      person_not_found: 'Diese Person gibt es nicht mehr; vielleicht hat sie jemand entfernt.',
      last_administrator:
        'Niemand sonst ist Administrator Ihres Unternehmens. Machen Sie zuerst jemand anderen dazu.',
      insufficient_role: 'Sie können hier alles ansehen, aber nichts ändern.',
      cross_site_request:
        'Die Anfrage kam nicht von der eigenen Adresse dieser Seite. Öffnen Sie das Portal unter der Adresse, die der Dienst kennt.',
    },
    refused: (reason) => `Der Dienst hat das abgewiesen: ${reason}.`,
    wait: (seconds) => `Zu viele Versuche. Versuchen Sie es in ${duration(seconds)} noch einmal.`,
  },
};
