import type { secondFactor as english } from '../en/second-factor.js';
import { isolated } from '../bidi/isolated.js';
import { count } from './count.js';

export const secondFactor: typeof english = {
  secondFactor: {
    title: 'Zweiter Faktor',
    isOn: 'An: Zum Anmelden gehört außer dem Passwort ein Code aus einer App.',
    isOff: 'Aus: Zum Anmelden genügt das Passwort.',
    why: 'Mit einem zweiten Faktor kann sich auch niemand anmelden, der Ihr Passwort erfahren hat. Die Codes kommen aus einer Authenticator-App, etwa auf Ihrem Telefon.',
    isRequired: 'Ihr Unternehmen verlangt einen zweiten Faktor.',
    left: (n) =>
      n === 0
        ? 'Es sind keine Wiederherstellungscodes übrig. Erstellen Sie neue, bevor Sie sie brauchen.'
        : `Es sind noch ${count(n, 'Wiederherstellungscode', 'Wiederherstellungscodes')} übrig.`,
    turnOn: 'Zweiten Faktor einschalten',
    turnOff: 'Zweiten Faktor ausschalten',
    exchange: 'Andere App verwenden',
    renew: 'Neue Wiederherstellungscodes',
    endsOthers: 'Alle Ihre anderen Sitzungen enden.',
    renewText: 'Sie erhalten zehn neue Codes; die bisherigen gelten dann nicht mehr.',
    proofOrCode: 'Jetziges Passwort oder ein Code aus der App',
    goOn: 'Weiter',
    scan: 'Lesen Sie dies mit Ihrer Authenticator-App ein:',
    qr: 'QR-Code für die Authenticator-App',
    type: 'Oder tippen Sie dieses Geheimnis dort ein:',
    secret: 'Geheimnis',
    openApp: 'In einer App auf diesem Gerät öffnen',
    code: 'Code aus der App',
    codeHint: 'Sechs Ziffern, die alle 30 Sekunden wechseln.',
    codeMissing: 'Geben Sie die sechs Ziffern ein, die die App zeigt.',
    confirm: 'Einschalten',
    codesTitle: 'Ihre Wiederherstellungscodes',
    codesText:
      'Mit jedem können Sie sich einmal anmelden, wenn die App nicht zur Hand ist. Bewahren Sie sie getrennt von Ihrem Telefon auf. Sie werden nur jetzt gezeigt.',
    codes: 'Wiederherstellungscodes',
    done: 'Ich habe sie aufbewahrt',
    isOffNow: 'Der zweite Faktor ist ausgeschaltet.',
    isOnNow: 'Der zweite Faktor ist eingeschaltet.',
    signInTitle: 'Code eingeben',
    signInText:
      'Geben Sie den Code ein, den Ihre Authenticator-App zeigt, oder einen Ihrer Wiederherstellungscodes.',
    signInCode: 'Code',
    signInMissing: 'Geben Sie den Code ein.',
    lost: 'Weder App noch Wiederherstellungscodes?',
    lostText:
      'Wenden Sie sich an einen Administrator Ihres Unternehmens: Unter Einstellungen, Personen lässt sich Ihr zweiter Faktor zurücksetzen. Kann sich keiner von ihnen anmelden, hilft der Betreiber dieses Dienstes.',
    back: 'Zurück zum Passwort',
    requiredTitle: 'Zweiten Faktor einrichten',
    requiredText:
      'Ihr Unternehmen verlangt außer dem Passwort einen zweiten Faktor. Halten Sie eine Authenticator-App bereit, etwa auf Ihrem Telefon.',
    start: 'Jetzt einrichten',
    has: 'Mit zweitem Faktor',
    reset: 'Faktor zurücksetzen',
    resetOf: (name) => `Faktor zurücksetzen: ${isolated(name)}`,
    resetTitle: (name) => `Zweiten Faktor von ${isolated(name)} zurücksetzen?`,
    resetText:
      'Für Personen, die App und Wiederherstellungscodes verloren haben: Danach genügt wieder das Passwort, bis ein neuer zweiter Faktor eingeschaltet wird. Vergewissern Sie sich, wer darum bittet. Die Person wird sofort abgemeldet.',
    confirmReset: 'Zurücksetzen',
    wasReset: (name) => `Der zweite Faktor von ${isolated(name)} ist zurückgesetzt.`,
    required: 'Verlangt von allen mit Passwort',
    optional: 'Jeder Person überlassen',
    require: 'Verlangen',
    unrequire: 'Nicht mehr verlangen',
    requireTitle: 'Zweiten Faktor verlangen?',
    requireText:
      'Wer keinen hat, richtet bei der nächsten Anmeldung mit Passwort zuerst einen ein. Laufende Sitzungen gehen weiter, bis sie enden, längstens zwölf Stunden. Für Single Sign-on ändert sich nichts.',
    unrequireTitle: 'Zweiten Faktor nicht mehr verlangen?',
    unrequireText: 'Wer einen hat, behält ihn und darf ihn ausschalten.',
    nowRequired: 'Ab der nächsten Anmeldung wird ein zweiter Faktor verlangt.',
    nowOptional: 'Ein zweiter Faktor wird nicht mehr verlangt.',
  },
};
