import type { keys as english } from '../en/keys.js';
import { count } from './count.js';
import { isolateBidi } from '../bidi/isolate-bidi.js';

export const keys: typeof english = {
  keys: {
    title: 'API-Schlüssel',
    intro: 'Jeder API-Schlüssel gibt einer Anwendung Zugriff auf einen Teil der Daten Ihrer Flotte.',
    create: 'API-Schlüssel anlegen',
    search: 'API-Schlüssel suchen',
    all: 'Alle API-Schlüssel',
    overview: 'Überblick',
    changed: 'Geändert',
    anyAddress: 'Jede Adresse',
    neverExpires: 'Nie',
    oldKeyExpires: 'Alter API-Schlüssel läuft ab',
    oldKeyLastUsed: 'Alter API-Schlüssel zuletzt benutzt',
    application: 'Anwendung',
    id: 'Kennung',
    key: 'API-Schlüssel',
    scopes: 'Rechte',
    created: 'Angelegt',
    createdBy: 'Angelegt von',
    lastUsed: 'Zuletzt benutzt',
    lastSynced: 'Zuletzt synchronisiert',
    feeds: {
      devices: 'Geräte',
      datausage: 'Datenverbrauch',
      screentime: 'Bildschirmzeit',
      applications: 'Apps',
      locations: 'Standorte',
    },
    firstSync: 'erste Synchronisierung läuft',
    actions: 'Aktionen',
    edit: 'Bearbeiten',
    regenerate: 'Erneuern',
    revokeOldKey: 'Alten API-Schlüssel widerrufen',
    delete: 'Löschen',
    editOf: (name) => `${isolateBidi(name)} bearbeiten`,
    regenerateOf: (name) => `API-Schlüssel von ${isolateBidi(name)} erneuern`,
    revokeOldKeyOf: (name) => `Alten API-Schlüssel widerrufen: ${isolateBidi(name)}`,
    oldKeyEnded: (name) =>
      `Der alte API-Schlüssel von ${isolateBidi(name)} ist widerrufen. Der neue gilt weiter.`,
    deleteOf: (name) => `${isolateBidi(name)} löschen`,
    emptyTitle: 'Noch keine API-Schlüssel',
    emptyText:
      'Legen Sie einen API-Schlüssel für die erste Anwendung an, die Daten Ihrer Flotte liest. Wählen Sie ihre Rechte, kopieren Sie den API-Schlüssel und geben Sie ihn an den Verantwortlichen der Anwendung.',
    saved: (name) => `Die Änderungen an ${isolateBidi(name)} sind gespeichert.`,
    deleted: (name) => `${isolateBidi(name)} ist gelöscht. Der API-Schlüssel gilt nicht mehr.`,
    expires: 'Läuft ab',
    chips: {
      until: (at) => `Gilt bis ${at}`,
      networks: (n) => count(n, 'Netz', 'Netze'),
      oldKey: (at) => `Alter API-Schlüssel gilt bis ${at}`,
    },
    state: 'Zustand',
    allStates: 'Alle Zustände',
    states: {
      expiring: 'Läuft innerhalb von 14 Tagen ab',
      expired: 'Abgelaufen',
      paused: 'Angehalten',
      neverUsed: 'Nie benutzt',
      unused: '90 Tage nicht benutzt',
    },
    scope: 'Recht',
    allScopes: 'Alle Rechte',
    scopeCount: (n) => count(n, 'Recht', 'Rechte'),
    total: (n) => count(n, 'API-Schlüssel', 'API-Schlüssel'),
  },
  scopes: {
    'device:GetList': {
      label: 'Geräteliste',
      exposes: 'Alle Geräte mit Modell, IMEI, Status, Akku und Token',
    },
    'device:GetDetail': {
      label: 'Gerätedetails',
      exposes: 'Ein Gerät mit SIM, Einstellungen und letztem Standort',
    },
    'device:GetDataUsage': {
      label: 'Datenverbrauch',
      exposes: 'Datenverbrauch in Bytes über Mobilfunk und WLAN je App und Tag',
    },
    'device:GetScreenTime': {
      label: 'Bildschirmzeit',
      exposes: 'Zeit im Vordergrund in Millisekunden je App und Tag',
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
    nameHint: 'Ein Name, der die Anwendung bezeichnet, etwa „Nachtbericht“.',
    nameMissing: 'Geben Sie einen Namen von 1 bis 100 sichtbaren Zeichen ein.',
    scopes: 'Rechte des API-Schlüssels',
    scopesHint: 'Geben Sie nur frei, was die Anwendung braucht.',
    scopesMissing: 'Wählen Sie mindestens ein Recht.',
    expiration: 'Gilt bis (letzter Tag)',
    expirationHint: (zone) =>
      `Der API-Schlüssel läuft um Mitternacht nach diesem Tag ab (${zone}). Lassen Sie das Feld leer, wenn er nicht ablaufen soll.`,
    expirationRequired: (zone) =>
      `Jeder API-Schlüssel muss ein Ablaufdatum haben. Er läuft um Mitternacht nach diesem Tag ab (${zone}).`,
    presets: 'Übliche Zeiträume',
    inDays: (days) => (days === 365 ? '1 Jahr' : count(days, 'Tag', 'Tage')),
    noExpiration: 'Kein Ablauf',
    expirationMissing: 'Wählen Sie den letzten Tag des API-Schlüssels.',
    expirationPast: 'Wählen Sie heute oder einen späteren Tag.',
    expirationTooLate: (day) =>
      `Wählen Sie ${day} oder einen früheren Tag. Länger dürfen API-Schlüssel in diesem Dienst nicht gelten.`,
    networks: 'Netze',
    networksHint:
      'Erlauben Sie Anfragen nur von diesen IP-Adressen oder CIDR-Bereichen wie 203.0.113.0/24, je Zeile einer. Lassen Sie das Feld leer, um jede Adresse zu erlauben.',
    currentAddress: (address) => `Ihre aktuelle Adresse ist ${isolateBidi(address)}.`,
    networksInvalid:
      'Geben Sie bis zu 50 verschiedene Adressen oder Bereiche an. Ein Bereich darf hinter seinem Präfix nur Nullen haben, wie 203.0.113.0/24.',
    invalidNetwork: (line, text) =>
      `Zeile ${line}: „${isolateBidi(text)}“ ist keine IP-Adresse und kein CIDR-Bereich wie 203.0.113.0/24.`,
    networkHostBits: (line, text) =>
      `Zeile ${line}: „${isolateBidi(text)}“ darf hinter seinem Präfix nur Nullen haben, wie 203.0.113.0/24.`,
    duplicateNetwork: (text) => `„${isolateBidi(text)}“ steht zweimal in der Liste.`,
    networksTooMany: (most) => `Geben Sie bis zu ${most} Adressen oder Bereiche an.`,
    proxyNotTrusted:
      'Der Dienst steht hinter einem Proxy, dem er nicht vertraut, darum scheinen alle Anfragen vom Proxy zu kommen. Bitten Sie den Betreiber des Dienstes, zuerst TRUST_PROXY zu setzen.',
    pause: 'Angehalten',
    pauseHint: 'Der Dienst weist jede Anfrage mit dem API-Schlüssel ab, bis Sie ihn fortsetzen.',
    note: 'Notiz',
    noteHint: 'Hinweise zu diesem API-Schlüssel für Kolleginnen und Kollegen.',
    noteInvalid: 'Schreiben Sie höchstens 500 sichtbare Zeichen.',
    noLongerExpires: 'Der API-Schlüssel läuft nicht mehr ab.',
    expiresAt: (at) => `Der API-Schlüssel gilt bis ${at}.`,
    networksRestricted: 'Anfragen aus anderen Netzen werden sofort abgewiesen.',
    networksUnrestricted: 'Anfragen dürfen von überall kommen.',
    pausedNow: 'Jede Anfrage wird sofort abgewiesen.',
    resumed: 'Der API-Schlüssel gilt wieder.',
    noteChanged: 'Die Notiz ändert sich.',
    save: 'Änderungen speichern',
    busy: 'Wird gespeichert …',
    changes: 'Änderungen',
    noChanges: 'Noch keine Änderungen.',
    renamed: (from, to) => `Der Name ändert sich von „${isolateBidi(from)}“ zu „${isolateBidi(to)}“.`,
    added: (label) => `Der API-Schlüssel darf ab sofort lesen: ${label}.`,
    removed: (label) => `Sofort abgewiesen werden Anfragen für: ${label}.`,
  },
  regenerate: {
    title: (name) => `API-Schlüssel von ${isolateBidi(name)} erneuern?`,
    text: 'Der aktuelle API-Schlüssel gilt sofort nicht mehr. Anwendungen, die ihn benutzen, scheitern, bis sie den neuen haben.',
    overlap: 'Aktuellen API-Schlüssel weiter gelten lassen für',
    overlapOf: (hours) =>
      hours === 0
        ? 'Keine Zeit'
        : hours < 24
          ? count(hours, 'Stunde', 'Stunden')
          : count(hours / 24, 'Tag', 'Tage'),
    overlapText:
      'Der aktuelle API-Schlüssel gilt so lange neben dem neuen weiter, mit denselben Rechten und Grenzen.',
    olderEnds: 'Der alte API-Schlüssel von der letzten Erneuerung gilt sofort nicht mehr.',
    confirm: 'API-Schlüssel erneuern',
  },
  revokeOldKey: {
    title: (name) => `Alten API-Schlüssel von ${isolateBidi(name)} widerrufen?`,
    text: 'Der alte API-Schlüssel gilt sofort nicht mehr. Anwendungen, die ihn noch benutzen, scheitern. Der neue gilt weiter.',
    confirm: 'Alten API-Schlüssel widerrufen',
  },
  remove: {
    title: (name) => `${isolateBidi(name)} löschen?`,
    text: 'Der API-Schlüssel gilt sofort nicht mehr und lässt sich nicht wiederherstellen. Anwendungen, die ihn benutzen, scheitern.',
    confirm: 'API-Schlüssel löschen',
  },
  lastUse: {
    never: 'Für diesen API-Schlüssel ist keine Benutzung verzeichnet.',
    mayBeDelayed: 'Anfragen der letzten Minute können noch fehlen.',
    recent: 'Eine Anwendung hat ihn in den letzten 24 Stunden benutzt.',
  },
  issued: {
    title: (name) => `Der API-Schlüssel von ${isolateBidi(name)}`,
    once: 'Kopieren Sie den API-Schlüssel jetzt. Das Portal zeigt ihn nur einmal.',
    curl: 'Im Terminal ausprobieren',
    deviceHint: 'Ersetzen Sie DEVICE_ID durch die Kennung eines Geräts.',
  },
  leave: {
    title: 'Seite verlassen, ohne den API-Schlüssel zu kopieren?',
    text: (name) =>
      `Sie haben den API-Schlüssel von ${isolateBidi(name)} nicht kopiert. Das Portal zeigt ihn nur einmal. Wenn Sie die Seite verlassen, müssen Sie ihn erneuern.`,
    stay: 'Auf der Seite bleiben',
    leave: 'Seite verlassen',
  },
  copy: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    of: (what) => `${what} kopieren`,
    done: (what) => `${what} kopiert.`,
    refused:
      'Der Browser hat das Kopieren nicht erlaubt. Der Text ist markiert. Drücken Sie Strg+C (⌘C auf dem Mac).',
  },
};
