import type { keys as english } from '../en/keys.js';
import { count } from './count.js';
import { isolated } from '../bidi/isolated.js';

export const keys: typeof english = {
  keys: {
    title: 'API-Schlüssel',
    intro: 'Jeder API-Schlüssel öffnet einer Anwendung einen Teil der Daten Ihrer Flotte.',
    create: 'API-Schlüssel anlegen',
    search: 'API-Schlüssel suchen',
    application: 'Anwendung',
    id: 'Kennung',
    key: 'API-Schlüssel',
    scopes: 'Rechte',
    created: 'Angelegt',
    lastUsed: 'Zuletzt benutzt',
    actions: 'Aktionen',
    edit: 'Bearbeiten',
    regenerate: 'Erneuern',
    delete: 'Löschen',
    editOf: (name) => `${isolated(name)} bearbeiten`,
    regenerateOf: (name) => `API-Schlüssel von ${isolated(name)} erneuern`,
    deleteOf: (name) => `${isolated(name)} löschen`,
    emptyTitle: 'Noch keine API-Schlüssel',
    emptyText:
      'Legen Sie einen API-Schlüssel für die erste Anwendung an, die Daten Ihrer Flotte lesen soll. Sie bestimmen, was sie sehen darf, kopieren den API-Schlüssel einmal und geben ihn weiter.',
    saved: (name) => `Die Änderungen an ${isolated(name)} sind gespeichert.`,
    deleted: (name) => `${isolated(name)} ist gelöscht; der API-Schlüssel gilt nicht mehr.`,
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
    createTitle: 'API-Schlüssel anlegen',
    editTitle: (name) => `${isolated(name)} bearbeiten`,
    name: 'Name der Anwendung',
    nameHint: 'Damit Sie erkennen, wer den API-Schlüssel benutzt, etwa „Nachtbericht“.',
    nameMissing: 'Geben Sie der Anwendung einen Namen von 1 bis 100 sichtbaren Zeichen.',
    nameTaken: 'Ein anderer API-Schlüssel Ihres Unternehmens hat diesen Namen schon.',
    scopes: 'Was der API-Schlüssel lesen darf',
    scopesHint: 'Geben Sie nur frei, was die Anwendung braucht.',
    scopesMissing: 'Wählen Sie mindestens ein Recht.',
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
    confirm: 'API-Schlüssel erneuern',
  },
  remove: {
    title: (name) => `${isolated(name)} löschen?`,
    text: 'Der API-Schlüssel gilt sofort nicht mehr und lässt sich nicht zurückholen. Alles, was ihn benutzt, scheitert.',
    confirm: 'API-Schlüssel löschen',
  },
  lastUse: {
    used: 'Zuletzt benutzt',
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
