import type { keys as english } from '../en/keys.js';
import { count } from './count.js';
import { isolated } from '../bidi/isolated.js';

export const keys: typeof english = {
  keys: {
    title: 'API-Schlüssel',
    intro: 'Jeder API-Schlüssel öffnet einer Anwendung einen Teil der Daten Ihrer Flotte.',
    create: 'API-Schlüssel anlegen',
    search: 'API-Schlüssel suchen',
    all: 'Alle API-Schlüssel',
    overview: 'Überblick',
    calls: 'Aufrufe',
    changed: 'Geändert',
    everywhere: 'Von überall',
    neverEnds: 'Nie',
    oldKeyEnds: 'Alter API-Schlüssel endet',
    oldKeyUsed: 'Alter API-Schlüssel zuletzt benutzt',
    application: 'Anwendung',
    id: 'Kennung',
    key: 'API-Schlüssel',
    scopes: 'Rechte',
    created: 'Angelegt',
    lastUsed: 'Zuletzt benutzt',
    follows: 'Ist Änderungen gefolgt bis',
    feeds: {
      devices: 'Geräte bis',
      datausage: 'Datenverbrauch bis',
      screentime: 'Bildschirmzeit bis',
      applications: 'Apps bis',
      locations: 'Standorte bis',
    },
    firstCopy: 'die erste Kopie wird gelesen',
    actions: 'Aktionen',
    edit: 'Bearbeiten',
    regenerate: 'Erneuern',
    endOldKey: 'Alten API-Schlüssel beenden',
    delete: 'Löschen',
    editOf: (name) => `${isolated(name)} bearbeiten`,
    regenerateOf: (name) => `API-Schlüssel von ${isolated(name)} erneuern`,
    endOldKeyOf: (name) => `Alten API-Schlüssel beenden: ${isolated(name)}`,
    oldKeyEnded: (name) =>
      `Der alte API-Schlüssel von ${isolated(name)} gilt nicht mehr, der neue gilt weiter.`,
    deleteOf: (name) => `${isolated(name)} löschen`,
    emptyTitle: 'Noch keine API-Schlüssel',
    emptyText:
      'Legen Sie einen API-Schlüssel für die erste Anwendung an, die Daten Ihrer Flotte lesen soll. Sie bestimmen, was sie sehen darf, kopieren den API-Schlüssel einmal und geben ihn weiter.',
    saved: (name) => `Die Änderungen an ${isolated(name)} sind gespeichert.`,
    deleted: (name) => `${isolated(name)} ist gelöscht; der API-Schlüssel gilt nicht mehr.`,
    ends: 'Ende',
    chips: {
      until: (day) => `Gilt bis ${day}`,
      networks: (n) => count(n, 'Netz', 'Netze'),
      oldKey: (day) => `Alter API-Schlüssel gilt bis ${day}`,
    },
    state: 'Zustand',
    allStates: 'Alle Zustände',
    states: {
      expiring: 'Läuft in 14 Tagen ab',
      expired: 'Abgelaufen',
      paused: 'Angehalten',
      neverUsed: 'Nie benutzt',
      unused: '90 Tage nicht benutzt',
    },
    scope: 'Recht',
    allScopes: 'Alle Rechte',
    total: (n) => count(n, 'API-Schlüssel', 'API-Schlüssel'),
  },
  scopes: {
    'device:GetList': {
      label: 'Geräteliste',
      exposes: 'Alle Geräte mit Modell, IMEI, Status, Akku und Token',
    },
    'device:GetDetail': {
      label: 'Gerätedetails',
      exposes: 'Ein Gerät mit SIM, Einstellungen und letzter Position',
    },
    'device:GetDataUsage': {
      label: 'Datenverbrauch',
      exposes: 'Bytes über Mobilfunk und WLAN je App und Tag',
    },
    'device:GetScreenTime': {
      label: 'Bildschirmzeit',
      exposes: 'Millisekunden im Vordergrund je App und Tag',
    },
    'device:GetApplication': {
      label: 'Apps',
      exposes: 'Die auf einem Gerät installierten Apps mit ihren Versionen',
    },
    'device:GetLocation': {
      label: 'Standorte',
      exposes: 'Wo Geräte waren: ein Gerät oder Ihre ganze Flotte',
    },
  },
  form: {
    name: 'Name der Anwendung',
    nameHint: 'Damit Sie erkennen, wer den API-Schlüssel benutzt, etwa „Nachtbericht“.',
    nameMissing: 'Geben Sie der Anwendung einen Namen von 1 bis 100 sichtbaren Zeichen.',
    scopes: 'Was der API-Schlüssel lesen darf',
    scopesHint: 'Geben Sie nur frei, was die Anwendung braucht.',
    scopesMissing: 'Wählen Sie mindestens ein Recht.',
    end: 'Gilt bis (letzter Tag)',
    endHint:
      'Leer lassen, wenn der API-Schlüssel nicht enden soll. Der Tag ist einer der Zeitzone Ihres Unternehmens.',
    endRequired: 'Jeder API-Schlüssel muss hier enden. Der Tag ist einer der Zeitzone Ihres Unternehmens.',
    endMissing: 'Wählen Sie den letzten Tag des API-Schlüssels.',
    endPast: 'Wählen Sie heute oder einen späteren Tag.',
    endTooFar: (day) =>
      `Wählen Sie ${day} oder einen früheren Tag: Länger dürfen API-Schlüssel hier nicht gelten.`,
    networks: 'Netze',
    networksHint:
      'Von wo allein der API-Schlüssel benutzt werden darf: IPv4- oder IPv6-Adressen oder Bereiche wie 203.0.113.0/24, je Zeile einer. Leer: von überall.',
    comeFrom: (address) => `Sie kommen von ${isolated(address)}.`,
    networksWrong:
      'Geben Sie bis zu 50 Adressen oder Bereiche an, jeden einmal; hinter seinem Präfix hat ein Bereich nur Nullen, wie 203.0.113.0/24.',
    networksUnclear:
      'Vor dem Dienst steht ein Proxy, und niemand hat bisher gesagt, dass sein Wort über Adressen gilt: Alle Anfragen kämen scheinbar vom Proxy. Wer den Dienst betreibt, muss zuerst TRUST_PROXY setzen.',
    pause: 'Angehalten',
    pauseHint: 'Jede Anfrage mit dem API-Schlüssel wird abgewiesen, bis Sie das zurücknehmen.',
    note: 'Notiz',
    noteHint: 'Was Kolleginnen und Kollegen von diesem API-Schlüssel wissen sollten.',
    noteWrong: 'Schreiben Sie höchstens 500 sichtbare Zeichen.',
    endless: 'Der API-Schlüssel endet nicht mehr.',
    endsAt: (at) => `Der API-Schlüssel endet am ${at}.`,
    bound: 'Anfragen aus anderen Netzen werden sofort abgewiesen.',
    unbound: 'Anfragen dürfen von überall kommen.',
    pausedNow: 'Jede Anfrage wird sofort abgewiesen.',
    resumed: 'Der API-Schlüssel öffnet wieder, was er lesen darf.',
    noteChanged: 'Die Notiz ändert sich.',
    create: 'API-Schlüssel anlegen',
    save: 'Änderungen speichern',
    busy: 'Wird gespeichert …',
    changes: 'Was sich ändert',
    noChanges: 'Noch nichts.',
    renamed: (from, to) => `Der Name ändert sich von „${isolated(from)}“ zu „${isolated(to)}“.`,
    added: (label) => `Der API-Schlüssel darf ab sofort lesen: ${label}.`,
    removed: (label) => `Sofort abgewiesen werden Anfragen für: ${label}.`,
  },
  regenerate: {
    title: (name) => `API-Schlüssel von ${isolated(name)} erneuern?`,
    text: 'Der jetzige API-Schlüssel gilt sofort nicht mehr. Alles, was ihn benutzt, scheitert, bis es den neuen hat.',
    overlap: 'Wie lange der jetzige API-Schlüssel weiter gilt',
    overlapOf: (hours) =>
      hours === 0
        ? 'Gar nicht'
        : hours < 24
          ? count(hours, 'Stunde', 'Stunden')
          : count(hours / 24, 'Tag', 'Tage'),
    overlapText:
      'Der jetzige API-Schlüssel gilt so lange neben dem neuen, unter denselben Regeln. Geben Sie den neuen in dieser Zeit weiter.',
    olderEnds: 'Vom letzten Mal gilt noch ein alter API-Schlüssel: Er endet sofort.',
    confirm: 'API-Schlüssel erneuern',
  },
  endOld: {
    title: (name) => `Alten API-Schlüssel von ${isolated(name)} beenden?`,
    text: 'Der alte API-Schlüssel gilt sofort nicht mehr, der neue gilt weiter. Alles, was noch den alten benutzt, scheitert.',
    confirm: 'Alten API-Schlüssel beenden',
  },
  remove: {
    title: (name) => `${isolated(name)} löschen?`,
    text: 'Der API-Schlüssel gilt sofort nicht mehr und lässt sich nicht zurückholen. Alles, was ihn benutzt, scheitert.',
    confirm: 'API-Schlüssel löschen',
  },
  lastUse: {
    never: 'Für diesen API-Schlüssel ist keine Benutzung verzeichnet.',
    late: 'Benutzungen der letzten Minute können noch fehlen.',
    recent: 'Er wurde am letzten Tag benutzt: etwas ist auf ihn angewiesen.',
  },
  issued: {
    title: (name) => `Der API-Schlüssel von ${isolated(name)}`,
    once: 'Kopieren Sie den API-Schlüssel jetzt: Sie sehen ihn nicht wieder.',
    key: 'API-Schlüssel',
    curl: 'Im Terminal ausprobieren',
    deviceHint: 'Setzen Sie die Kennung eines Geräts an die Stelle von DEVICE_ID.',
    done: 'Fertig',
  },
  leave: {
    title: 'Ohne den API-Schlüssel gehen?',
    text: (name) =>
      `Sie haben den API-Schlüssel von ${isolated(name)} nicht kopiert. Er wird nur einmal gezeigt; später könnten Sie ihn nur erneuern.`,
    stay: 'Bleiben und kopieren',
    leave: 'Ohne ihn gehen',
  },
  copy: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    of: (what) => `${what} kopieren`,
    done: (what) => `${what} kopiert.`,
    refused:
      'Der Browser hat das Kopieren nicht erlaubt. Der Text ist markiert: Drücken Sie Strg+C (⌘C auf dem Mac).',
  },
};
