import type { settings as english } from '../en/settings.js';
import { count } from './count.js';
import { isolated } from '../bidi/isolated.js';

const orMore = (isMore: boolean): string => (isMore ? ' oder mehr' : '');

export const settings: typeof english = {
  settings: {
    title: 'Einstellungen',
    intro: 'Was eine Anwendung außer ihrem API-Schlüssel braucht.',
    enterprise: 'Unternehmen',
    id: 'Kennung des Unternehmens',
    idHint: 'Wird mit jeder Anfrage im Header x-enterprise-id gesendet.',
    name: 'Name',
    zone: 'Zeitzone',
    zoneHint: 'Tage und Zeiten der API gelten in dieser Zeitzone.',
    changeZone: 'Zeitzone ändern',
    zoneSaved: (zone) => `Die Zeitzone ist ab jetzt ${isolated(zone)}.`,
    pastMoves:
      'Auch vergangene Tage verschieben sich: In einer anderen Zeitzone beginnen und enden sie zu anderen Zeiten, Auswertungen derselben Tage können also andere Zahlen zeigen. Kopien, die den Feeds folgen, bleiben auf den Augenblick genau richtig.',
    kept: 'Aufbewahrung',
    keptDays: (days) => (days === null ? 'unbegrenzt' : count(days, 'Tag', 'Tage')),
    keptHint:
      'Ältere Einträge zu Datenverbrauch und Bildschirmzeit und ältere Standorte werden einmal am Tag entfernt. Geräte und Apps bleiben.',
    changeKept: 'Aufbewahrung ändern',
    days: 'Aufbewahrte Tage',
    daysHint:
      'Ganze Tage vor heute, in der Zeitzone des Unternehmens. Leer lassen, um alles unbegrenzt aufzubewahren.',
    daysMistake: (most) =>
      `Geben Sie eine ganze Zahl von 1 bis ${most.toLocaleString('de')} ein oder nichts.`,
    goOn: 'Weiter',
    confirmKept: (days) => `Nur ${count(days, 'Tag', 'Tage')} aufbewahren?`,
    older: (from) => `Alles von vor ${isolated(from)} wird innerhalb eines Tages entfernt:`,
    nothingOlder: (from) =>
      `Von vor ${isolated(from)} ist jetzt nichts da. Von nun an werden Daten entfernt, sobald sie älter sind.`,
    removedUsage: (n, isMore) => `${count(n, 'Eintrag', 'Einträge')}${orMore(isMore)} zum Datenverbrauch`,
    removedScreenTime: (n, isMore) =>
      `${count(n, 'Eintrag', 'Einträge')}${orMore(isMore)} zur Bildschirmzeit`,
    removedLocations: (n, isMore) => `${count(n, 'Standort', 'Standorte')}${orMore(isMore)}`,
    forGood:
      'Was entfernt ist, kann nicht zurückgeholt werden. Kopien, die Anwendungen gemacht haben, bleiben, wie sie sind.',
    keepOnly: (days) => `${count(days, 'Tag', 'Tage')} aufbewahren, den Rest entfernen`,
    keptSaved: (days) =>
      days === null
        ? 'Alles wird unbegrenzt aufbewahrt.'
        : `Ab jetzt ${days === 1 ? 'wird' : 'werden'} ${count(days, 'Tag', 'Tage')} aufbewahrt.`,
    map: 'Karten',
    mapOwn:
      'Karten zeigen die Umrisse der Länder, die das Portal mitbringt. Niemand außerhalb wird danach gefragt.',
    mapFrom: 'Karten werden gezeichnet aus',
    mapSeen:
      'Wer eine Karte öffnet, dessen Browser fragt diese Hosts danach. Sie sehen die Adressen des Browsers und des Portals und welchen Teil der Welt die Karte zeigt, also ungefähr, wo Geräte sind; sie bekommen kein Gerät, keine Position und keine Seite des Portals.',
    base: 'Basisadresse',
    headers: 'Header jeder Anfrage',
    keyHeader: 'Das Wort Bearer, ein Leerzeichen und der API-Schlüssel',
    idHeader: 'Die Kennung des Unternehmens',
    documents: 'Dokumentation',
    swagger: 'Swagger UI',
    swaggerHint: 'Jede Anfrage nachlesen und ausprobieren.',
    openapi: 'OpenAPI-Dokument',
    openapiHint: 'Einen Client daraus erzeugen.',
  },
};
