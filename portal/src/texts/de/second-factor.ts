import type { secondFactor as english } from '../en/second-factor.js';
import { isolateBidi } from '../bidi/isolate-bidi.js';
import { count } from './count.js';

export const secondFactor: typeof english = {
  title: 'Zweiter Faktor',
  isOn: 'An. Zum Anmelden brauchen Sie Ihr Passwort und einen Code aus Ihrer Authenticator-App.',
  isOff: 'Aus. Zum Anmelden genügt Ihr Passwort.',
  why: 'Ein zweiter Faktor schützt Ihr Konto auch dann, wenn ein Angreifer Ihr Passwort erfährt. Die Codes kommen aus einer Authenticator-App, etwa auf Ihrem Smartphone.',
  left: (n) =>
    n === 0
      ? 'Es sind keine Wiederherstellungscodes übrig. Erstellen Sie neue.'
      : `Es sind noch ${count(n, 'Wiederherstellungscode', 'Wiederherstellungscodes')} übrig.`,
  turnOn: 'Zweiten Faktor einschalten',
  turnOff: 'Zweiten Faktor ausschalten',
  exchange: 'App wechseln',
  renew: 'Wiederherstellungscodes erstellen',
  endsOtherSessions: 'Alle Ihre anderen Sitzungen enden.',
  renewText: 'Sie erhalten 10 neue Codes. Die bisherigen gelten dann nicht mehr.',
  passwordOrCode: 'Aktuelles Passwort oder ein Code aus der App',
  scan: 'Lesen Sie diesen Code mit Ihrer Authenticator-App ein:',
  qr: 'QR-Code für die Authenticator-App',
  type: 'Oder geben Sie dieses Geheimnis in der App ein:',
  secret: 'Geheimnis',
  openApp: 'App auf diesem Gerät öffnen',
  code: 'Code aus der App',
  codeHint: '6 Ziffern, die alle 30 Sekunden wechseln.',
  codeMissing: 'Geben Sie die 6 Ziffern aus der App ein.',
  codesTitle: 'Ihre Wiederherstellungscodes',
  codesText:
    'Mit jedem Code können Sie sich einmal ohne die App anmelden. Bewahren Sie die Codes getrennt von Ihrem Smartphone auf. Das Portal zeigt sie nur einmal.',
  codes: 'Wiederherstellungscodes',
  download: 'Codes herunterladen',
  done: 'Ich habe diese Codes gespeichert',
  isOffNow: 'Der zweite Faktor ist ausgeschaltet.',
  isOnNow: 'Der zweite Faktor ist eingeschaltet.',
  signInTitle: 'Code eingeben',
  signInText: 'Geben Sie den Code aus Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  signInCode: 'Code',
  signInMissing: 'Geben Sie einen Code ein.',
  lost: 'App und Wiederherstellungscodes verloren?',
  lostText:
    'Bitten Sie einen Administrator Ihres Unternehmens, Ihren zweiten Faktor unter Einstellungen, Benutzer zurückzusetzen. Kann sich kein Administrator anmelden, fragen Sie den Betreiber dieses Dienstes.',
  back: 'Zurück zum Passwort',
  requiredTitle: 'Zweiten Faktor einrichten',
  requiredText:
    'Ihr Unternehmen verlangt zusätzlich zum Passwort einen zweiten Faktor. Sie brauchen eine Authenticator-App, etwa auf Ihrem Smartphone.',
  start: 'Zweiten Faktor einrichten',
  has: 'Zweiter Faktor an',
  reset: 'Faktor zurücksetzen',
  resetOf: (name) => `Faktor zurücksetzen: ${isolateBidi(name)}`,
  resetTitle: (name) => `Zweiten Faktor von ${isolateBidi(name)} zurücksetzen?`,
  resetText:
    'Für Benutzer, die Authenticator-App und Wiederherstellungscodes verloren haben. Prüfen Sie zuerst, wer darum bittet. Der Benutzer wird sofort abgemeldet und kann sich dann nur mit dem Passwort anmelden.',
  confirmReset: 'Zweiten Faktor zurücksetzen',
  wasReset: (name) => `Der zweite Faktor von ${isolateBidi(name)} ist zurückgesetzt.`,
  required: 'Verlangt von allen Benutzern mit Passwort',
  optional: 'Freiwillig',
  require: 'Zweiten Faktor verlangen',
  unrequire: 'Zweiten Faktor freistellen',
  requireTitle: 'Zweiten Faktor verlangen?',
  requireText:
    'Benutzer ohne zweiten Faktor müssen bei der nächsten Anmeldung mit Passwort einen einrichten. Laufende Sitzungen gehen weiter, höchstens 12 Stunden lang. Für Single Sign-on ändert sich nichts.',
  unrequireTitle: 'Zweiten Faktor freistellen?',
  unrequireText: 'Benutzer behalten ihren zweiten Faktor und können ihn ausschalten.',
  nowRequired: 'Benutzer brauchen ab der nächsten Anmeldung einen zweiten Faktor.',
  nowOptional: 'Der zweite Faktor ist jetzt freiwillig.',
};
