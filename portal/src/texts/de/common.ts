import type { common as english } from '../en/common.js';
import { count, formatDuration } from './count.js';
import { isolateBidi } from '../bidi/isolate-bidi.js';

export const common: typeof english = {
  product: 'Customer Device API',
  portal: 'Portal',
  skip: 'Zum Inhalt springen',
  loading: 'Wird geladen …',
  never: 'nie',
  none: '–',
  yes: 'ja',
  no: 'nein',
  cancel: 'Abbrechen',
  continueLabel: 'Weiter',
  done: 'Fertig',
  retry: 'Noch einmal versuchen',
  clearSearch: 'Suche leeren',
  showMore: (n) => `${n} weitere zeigen`,
  shownOf: (shown, all) => `${shown} von ${all}`,
  sort: { by: 'Sortieren nach', ascending: 'Aufsteigend', descending: 'Absteigend' },
  downloadCsv: 'CSV herunterladen',
  downloadCsvOf: (what) => `CSV herunterladen: ${what}`,
  weeklyBars: 'Jeder Balken steht für eine Woche von Montag bis Sonntag.',
  showTable: 'Zahlen als Tabelle zeigen',
  nothingFound: 'Nichts passt zur Suche.',
  readOnly:
    'Sie können hier alles ansehen. Nur Administratoren und Verwalter der API-Schlüssel können etwas ändern.',
  pages: 'Seiten',
  preferences: {
    title: 'Darstellung und Sprache',
    theme: 'Darstellung',
    system: 'System',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache',
  },
  signIn: {
    title: 'Anmelden',
    intro: 'Verwalten Sie die API-Schlüssel Ihres Unternehmens.',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    busy: 'Anmeldung läuft …',
    or: 'oder',
    signInWith: (name) => `Mit ${isolateBidi(name)} anmelden`,
    notSetUp:
      'Für diesen Dienst ist noch keine Anmeldung eingerichtet. Bitten Sie den Betreiber, einen Administrator anzulegen.',
    emailMissing: 'Geben Sie Ihre E-Mail-Adresse ein.',
    passwordMissing: 'Geben Sie Ihr Passwort ein.',
    expired: 'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an, um weiterzumachen.',
    unsavedDataWaits:
      'Das Portal bewahrt neue API-Schlüssel und Ihre Eingaben eine Stunde lang auf. Melden Sie sich mit demselben Konto an, um fortzufahren.',
    newWindow:
      'Die Anmeldung öffnet sich in einem neuen Fenster, damit diese Seite erhalten bleibt. Kehren Sie nach der Anmeldung hierher zurück.',
    signedOut: 'Sie sind abgemeldet.',
    forgotPassword: 'Passwort vergessen?',
    forgotPasswordText:
      'Bitten Sie einen Administrator Ihres Unternehmens, unter Einstellungen, Benutzer einen Link für ein neues Passwort zu erstellen. Kann sich kein Administrator anmelden, fragen Sie den Betreiber dieses Dienstes.',
    singleSignOnFailed: {
      sign_in_failed:
        'Die Anmeldung über Single Sign-on ist gescheitert. Vielleicht hat sie zu lange gedauert, oder Ihr Konto hat keine bestätigte E-Mail-Adresse. Versuchen Sie es noch einmal.',
      access_denied:
        'Die Anmeldung über Single Sign-on wurde abgebrochen, oder Ihr Konto hat keinen Zugang. Versuchen Sie es noch einmal, oder fragen Sie Ihren Administrator.',
      provider_unavailable:
        'Der Identitätsanbieter Ihres Unternehmens ist nicht erreichbar. Versuchen Sie es in ein paar Minuten noch einmal.',
      service_unavailable:
        'Der Dienst konnte die Anmeldung gerade nicht abschließen. Versuchen Sie es in ein paar Minuten noch einmal.',
      unknown_enterprise:
        'Das Unternehmen Ihres Kontos ist bei diesem Dienst nicht registriert. Wenden Sie sich an Ihren Administrator.',
      no_role: 'Ihr Konto hat keinen Zugang zum Portal. Bitten Sie Ihren Administrator um Zugang.',
    },
    signOut: 'Abmelden',
    providerSessionNote: (name) =>
      `In diesem Browser sind Sie vielleicht noch bei ${isolateBidi(name)} angemeldet.`,
    signOutOf: (name) => `Auch bei ${isolateBidi(name)} abmelden`,
  },
  idle: {
    title: 'Sind Sie noch da?',
    text: 'Zu Ihrer Sicherheit meldet Sie das Portal in etwa zwei Minuten ab.',
    stay: 'Angemeldet bleiben',
  },
  sessionExpires: {
    title: 'Ihre Sitzung läuft bald ab',
    text: 'Eine Sitzung dauert höchstens 12 Stunden. Ihre läuft in etwa zwei Minuten ab. Speichern Sie Ihre Änderungen, kopieren Sie neue API-Schlüssel und melden Sie sich dann neu an.',
    stay: 'OK',
  },
  signingOut: {
    title: 'Abmelden?',
    text: 'Sie haben diese Seite über einen Link oder ein Lesezeichen geöffnet. Sie bleiben angemeldet, wenn Sie sich jetzt nicht abmelden.',
    stay: 'Angemeldet bleiben und API-Schlüssel zeigen',
  },
  days: {
    day: 'Tag',
    from: 'Von',
    to: 'Bis',
    last: (n) => count(n, 'Tag', 'Tage'),
    zone: (zone) => `Tage in ${zone}`,
    invalidInAddress: (why) =>
      `Das Portal kann die Tage in der Adresse dieser Seite nicht zeigen und zeigt andere Tage. ${why}`,
    errors: {
      noDay: () => 'Geben Sie ein gültiges Datum mit Tag, Monat und Jahr an.',
      tooEarly: () => 'Geben Sie ein Jahr ab 2000 an.',
      wrongOrder: () => 'Der erste Tag darf nicht nach dem letzten liegen.',
      tooMany: (most) => `Wählen Sie höchstens ${count(most, 'Tag', 'Tage')}.`,
    },
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Die Adresse stimmt nicht, oder die Seite gibt es nicht mehr.',
    home: 'API-Schlüssel zeigen',
  },
  crash: {
    title: 'Diese Seite hat ein Problem',
    text: 'Laden Sie die Seite neu. Besteht das Problem weiter, wenden Sie sich an den Betreiber des Dienstes.',
    reload: 'Seite neu laden',
  },
  loadFailed: {
    title: 'Diese Seite konnte nicht geladen werden',
    text: 'Ein Teil des Portals konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    stillUnreachable:
      'Der Dienst ist noch immer nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  },
  problems: {
    other: 'Etwas ist schiefgegangen. Versuchen Sie es gleich noch einmal.',
    byCode: {
      no_connection:
        'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
      no_response:
        'Die Antwort ist verloren gegangen, darum ist die Änderung vielleicht nicht gespeichert. Schließen Sie diesen Dialog, um den aktuellen Stand zu sehen. Haben Sie einen neuen API-Schlüssel nicht gesehen, erneuern Sie ihn. Haben Sie einen neuen Link nicht gesehen, erstellen Sie einen anderen.',
      sign_in_failed: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
      rate_limited: 'Zu viele Versuche. Warten Sie einen Augenblick.',
      not_signed_in: 'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an.',
      application_exists: 'Ein anderer API-Schlüssel Ihres Unternehmens hat diesen Namen schon.',
      api_key_changed:
        'Ein anderer Benutzer hat diesen API-Schlüssel geändert, seit Sie ihn geöffnet haben. Ihre Änderungen wurden nicht gespeichert.',
      api_key_not_found:
        'Diesen API-Schlüssel gibt es nicht mehr. Vielleicht hat ihn ein anderer Benutzer gelöscht.',
      device_not_found: 'Dieses Gerät gibt es nicht mehr.',
      unavailable:
        'Der Dienst ist überlastet, oder seine Datenbank ist nicht verfügbar. Versuchen Sie es gleich noch einmal.',
      weak_password:
        'Dieses Passwort ist leicht zu erraten. Wählen Sie eines, das nicht zu den häufigsten gehört, mindestens 5 verschiedene Zeichen hat und nicht aus Ihrem Namen, Ihrer E-Mail-Adresse oder Ihrem Unternehmen besteht.',
      data_pages_off: 'Die Seiten mit Daten sind für Ihr Unternehmen ausgeschaltet.',
      wrong_password: 'Das aktuelle Passwort stimmt nicht.',
      wrong_code:
        'Der Code stimmt nicht oder wurde schon benutzt. Geben Sie den aktuellen Code aus der App ein.',
      sign_in_expired:
        'Die Anmeldung hat zu lange gedauert. Gehen Sie zurück und geben Sie Ihr Passwort noch einmal ein.',
      own_second_factor:
        'Den eigenen zweiten Faktor können Sie hier nicht zurücksetzen. Schalten Sie ihn in Ihrem Konto aus.',
      own_link: 'Das eigene Passwort ändern Sie in Ihrem Konto.',
      limit_reached:
        'Ihr Unternehmen hat die höchste Zahl an API-Schlüsseln oder Benutzern erreicht. Löschen Sie einen, der nicht mehr gebraucht wird, und versuchen Sie es noch einmal.',
      second_factor_required: 'Ihr Unternehmen verlangt einen zweiten Faktor.',
      second_factor_missing: 'Der zweite Faktor ist nicht mehr eingeschaltet.',
      invalid_link:
        'Dieser Link ist ungültig. Vielleicht wurde er benutzt oder ist abgelaufen. Bitten Sie einen Administrator Ihres Unternehmens um einen neuen.',
      person_exists: 'Ein anderer Benutzer hat diese E-Mail-Adresse schon.',
      person_not_found:
        'Diesen Benutzer gibt es nicht mehr. Vielleicht hat ihn ein anderer Benutzer entfernt.',
      last_administrator:
        'Dieser Benutzer ist der letzte Administrator Ihres Unternehmens. Machen Sie zuerst einen anderen Benutzer zum Administrator.',
      insufficient_role: 'Ihre Rolle erlaubt das nicht. Fragen Sie einen Administrator Ihres Unternehmens.',
      cross_site_request:
        'Die Anfrage kam von einer anderen Adresse als der des Dienstes. Öffnen Sie das Portal unter seiner öffentlichen Adresse.',
    },
    refused: (reason) => `Der Dienst hat die Anfrage abgewiesen: ${reason}.`,
    wait: (seconds) => `Zu viele Versuche. Versuchen Sie es in ${formatDuration(seconds)} noch einmal.`,
  },
};
