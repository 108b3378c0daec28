import type { settings as english } from '../en/settings.js';
import { count } from './count.js';
import { isolateBidi } from '../bidi/isolate-bidi.js';

const orMore = (isMore: boolean): string => (isMore ? ' oder mehr' : '');

export const settings: typeof english = {
  title: 'Einstellungen',
  intro: 'Was eine Anwendung zusätzlich zu ihrem API-Schlüssel braucht.',
  enterprise: 'Unternehmen',
  id: 'Kennung des Unternehmens',
  idHint: 'Wird mit jeder Anfrage im Header x-enterprise-id gesendet.',
  name: 'Name',
  zone: 'Zeitzone',
  zoneHint: 'Die API verwendet diese Zeitzone für Tage und Zeiten.',
  changeZone: 'Zeitzone ändern',
  zoneSaved: (zone) => `Die Zeitzone ist jetzt ${isolateBidi(zone)}.`,
  pastDaysChange:
    'Auch vergangene Tage verschieben sich. In einer anderen Zeitzone beginnen und enden sie zu anderen Zeiten, Auswertungen derselben Tage können also andere Zahlen zeigen. Kopien über die Änderungs-Feeds bleiben richtig.',
  retention: 'Aufbewahrung',
  retentionDays: (days) => (days === null ? 'unbegrenzt' : count(days, 'Tag', 'Tage')),
  retentionHint:
    'Der Dienst löscht ältere Einträge zu Datenverbrauch und Bildschirmzeit und ältere Standorte einmal am Tag. Geräte und Apps bleiben.',
  changeRetention: 'Aufbewahrung ändern',
  days: 'Aufbewahrte Tage',
  daysHint:
    'Ganze Tage vor heute, in der Zeitzone des Unternehmens. Lassen Sie das Feld leer, um alles unbegrenzt aufzubewahren.',
  daysInvalid: (most) =>
    `Geben Sie eine ganze Zahl von 1 bis ${most.toLocaleString('de')} ein, oder lassen Sie das Feld leer.`,
  confirmRetention: (days) => `Nur ${count(days, 'Tag', 'Tage')} aufbewahren?`,
  older: (from) => `Innerhalb eines Tages löscht der Dienst alle Daten von vor ${isolateBidi(from)}:`,
  nothingOlder: (from) =>
    `Von vor ${isolateBidi(from)} gibt es noch keine Daten. Der Dienst löscht Daten, sobald sie älter sind.`,
  removedUsage: (n, isMore) => `${count(n, 'Eintrag', 'Einträge')}${orMore(isMore)} zum Datenverbrauch`,
  removedScreenTime: (n, isMore) => `${count(n, 'Eintrag', 'Einträge')}${orMore(isMore)} zur Bildschirmzeit`,
  removedLocations: (n, isMore) => `${count(n, 'Standort', 'Standorte')}${orMore(isMore)}`,
  cannotBeRestored:
    'Gelöschte Daten lassen sich nicht wiederherstellen. Kopien in anderen Anwendungen sind nicht betroffen.',
  keepOnly: (days) => `${count(days, 'Tag', 'Tage')} aufbewahren und ältere Daten löschen`,
  retentionSaved: (days) =>
    days === null
      ? 'Daten werden unbegrenzt aufbewahrt.'
      : `Daten werden ${count(days, 'Tag', 'Tage')} lang aufbewahrt.`,
  dataPages: 'Seiten mit Daten',
  dataPagesOn: 'An',
  dataPagesOff: 'Aus',
  dataPagesHint:
    'Die Seiten unter Daten zeigen Administratoren und Benutzern, die nur ansehen, die Geräte mit Nutzung und Standorten. API-Schlüssel sind nicht betroffen.',
  dataPagesTurnOn: 'Seiten mit Daten einschalten',
  dataPagesTurnOff: 'Seiten mit Daten ausschalten',
  dataPagesOnTitle: 'Seiten mit Daten einschalten?',
  dataPagesOnText: 'Administratoren und Benutzer, die nur ansehen, können sie dann sofort öffnen.',
  dataPagesOffTitle: 'Seiten mit Daten ausschalten?',
  dataPagesOffText:
    'Kein Benutzer kann sie öffnen, bis sie wieder eingeschaltet sind. API-Schlüssel lesen weiter Daten.',
  dataPagesNowOn: 'Die Seiten mit Daten sind an.',
  dataPagesNowOff: 'Die Seiten mit Daten sind aus.',
  map: 'Karten',
  mapBuiltIn:
    'Karten zeigen Umrisse der Länder, die das Portal enthält. Das Portal verwendet keinen externen Kartendienst. Für Straßen legt der Betreiber des Dienstes einen Kartenstil fest, zum Beispiel:',
  mapHosts: 'Hosts der Karten',
  mapPrivacy:
    'Öffnet ein Benutzer eine Karte, lädt der Browser sie von diesen Hosts. Die Hosts sehen die Adressen des Browsers und des Portals und welchen Teil der Welt die Karte zeigt, also ungefähr, wo Geräte sind. Sie erhalten keine Gerätedaten, keine Standorte und keine Seiten des Portals.',
  base: 'Basisadresse',
  headers: 'Header jeder Anfrage',
  keyHeader: 'Das Wort Bearer, ein Leerzeichen und der API-Schlüssel',
  idHeader: 'Die Kennung des Unternehmens',
  documents: 'Dokumentation',
  swagger: 'Swagger UI',
  swaggerHint: 'Alle Anfragen nachlesen und ausprobieren.',
  openapi: 'OpenAPI-Dokument',
  openapiHint: 'Einen Client aus diesem Dokument erzeugen.',
};
