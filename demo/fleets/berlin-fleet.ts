import { DEMO_ENTERPRISE_ID } from '../demo-enterprise.js';
import { berlinRoads } from '../maps/berlin-roads.js';
import { weekday } from '../seed/local-clock.js';
import { isBerlinHoliday } from './berlin-holidays.js';
import { device, stopNames, type Carrier, type Fleet } from './fleet.js';

const telekom: Carrier = { name: 'Telekom.de', imsiPrefix: '26201' };
const vodafone: Carrier = { name: 'Vodafone.de', imsiPrefix: '26202' };
const o2: Carrier = { name: 'o2 - de', imsiPrefix: '26203' };

const north = stopNames(
  'Leopoldplatz, Müllerstraße/Seestraße, Rehberge, Afrikanische Straße, Kurt-Schumacher-Platz, Scharnweberstraße',
  'Otisstraße, Holzhauser Straße, Borsigwerke, Alt-Tegel, Osloer Straße, Wedding, Schwartzkopffstraße',
);
const pankow = stopNames(
  'Prinzenallee, Grüntaler Straße, Bornholmer Straße, Vinetastraße, Pankow, Breite Straße, Wisbyer Straße',
  'Prenzlauer Promenade, Antonplatz, Weißer See, Rennbahnstraße, Greifswalder Straße, Schönhauser Allee',
);
const east = stopNames(
  'Schillingstraße, Strausberger Platz, Weberwiese, Frankfurter Tor, Samariterstraße, Frankfurter Allee',
  'Magdalenenstraße, Alt-Friedrichsfelde, Landsberger Allee, Storkower Straße, Weißenseer Weg, Rhinstraße',
);
const middle = stopNames(
  'Hauptbahnhof, Oranienburger Tor, Rosenthaler Platz, Senefelderplatz, Eberswalder Straße, Prenzlauer Tor',
  'Haus des Lehrers, Jannowitzbrücke, Molkenmarkt, Spittelmarkt, Kochstraße, Potsdamer Platz, Friedrichstraße',
);
const west = stopNames(
  'Franklinstraße, Ernst-Reuter-Platz, Deutsche Oper, Sophie-Charlotte-Platz, Theodor-Heuss-Platz, Adenauerplatz',
  'Olivaer Platz, Uhlandstraße, Breitscheidplatz, Wittenbergplatz, Lützowplatz, Turmstraße, Rathenauplatz',
);
const southWest = stopNames(
  'Nollendorfplatz, Kurfürstenstraße, Kleistpark, Kaiser-Wilhelm-Platz, Rathaus Schöneberg, Innsbrucker Platz',
  'Breslauer Platz, Walther-Schreiber-Platz, Schloßstraße, Rathaus Steglitz, Martin-Luther-Straße',
);
const south = stopNames(
  'Hallesches Tor, Mehringdamm, Platz der Luftbrücke, Paradestraße, Alt-Tempelhof, Kaiserin-Augusta-Straße',
  'Ullsteinstraße, Westphalweg, Alt-Mariendorf, Katzbachstraße, Gneisenaustraße, Südstern',
);
const southEast = stopNames(
  'Prinzenstraße, Kottbusser Tor, Schönleinstraße, Hermannplatz, Rathaus Neukölln, Karl-Marx-Straße, Neukölln',
  'Sonnenallee, Baumschulenstraße, Görlitzer Bahnhof, Schlesisches Tor, Treptower Park, Warschauer Straße',
);
const linehaul = stopNames(
  'Grenzallee, Alt-Mariendorf, Rhinstraße, Rathaus Steglitz, Theodor-Heuss-Platz, Alt-Tegel, Antonplatz',
);

export const berlinFleet: Fleet = {
  id: DEMO_ENTERPRISE_ID,
  emmId: 'LC02havel7',
  name: 'Havelwerk Logistik GmbH',
  zone: 'Europe/Berlin',
  color: '#0B5FA5',
  contact: 'it-service@havelwerk.example',
  domain: 'havelwerk.example',
  language: 'de-DE',
  wifi: 'HAVELWERK-HOF',
  roads: berlinRoads,
  depot: 'Westhafen',
  geofence: { id: 'gf-westhafen', meters: 220 },
  altitude: { mean: 78, range: 5 },
  policies: {
    driver: { id: 'pol-fahrer', name: 'Fahrer' },
    technician: { id: 'pol-technik', name: 'Technik' },
    supervisor: { id: 'pol-disposition', name: 'Disposition' },
    warehouse: { id: 'pol-lager', name: 'Lager Scanner' },
    kiosk: { id: 'pol-terminal', name: 'Hofterminal' },
    office: { id: 'pol-byod', name: 'Büro BYOD' },
  },
  isRestDay: (day) => [0, 6].includes(weekday(day)) || isBerlinHoliday(day),
  devices: [
    device('van-01', 'driver', 'xcover7', [telekom], north),
    device('van-02', 'driver', 'xcover7', [telekom], north),
    device('van-03', 'driver', 'tc58', [telekom], pankow),
    device('van-04', 'driver', 'xcover7', [vodafone], pankow),
    device('van-05', 'driver', 'tc58', [telekom], east),
    device('van-06', 'driver', 'ct47', [vodafone], east),
    device('van-07', 'driver', 'xcover7', [telekom], middle, {
      status: 'DELETED',
      silentSince: { daysBefore: 16, time: '17:40' },
    }),
    device('van-08', 'driver', 'tc58', [telekom], middle),
    device('van-09', 'driver', 'xcover7', [o2], west, {
      status: 'LOST',
      silentSince: { daysBefore: 11, time: '11:12' },
    }),
    device('van-10', 'driver', 'xcover7', [vodafone], southWest),
    device('van-11', 'driver', 'ct47', [telekom], south),
    device('van-12', 'driver', 'tc58', [telekom], southEast, {
      enrolledAt: { daysBefore: 23, time: '18:05' },
    }),
    device('truck-01', 'driver', 'tabActive5', [telekom], linehaul),
    device('truck-02', 'driver', 'tabActive5', [telekom], linehaul),
    device('truck-03', 'driver', 'xcover7', [vodafone], linehaul),
    device('scanner-01', 'warehouse', 'tc58', [], []),
    device('scanner-02', 'warehouse', 'ct47', [], []),
    device('scanner-03', 'warehouse', 'ct47', [], [], {
      status: 'DISABLED',
      silentSince: { daysBefore: 18, time: '14:05' },
    }),
    device('tablet-1', 'kiosk', 'tabActive5Wifi', [], []),
    device('tablet-2', 'kiosk', 'tabActive5Wifi', [], []),
    device('tablet-3', 'supervisor', 'tabActive5', [vodafone], southEast),
    device('dispo-01', 'supervisor', 'pixel8a', [telekom], west),
    device('office-01', 'office', 'pixel8a', [o2], []),
    device('office-02', 'office', 'galaxyA35', [vodafone], []),
    device('phone-new-01', 'driver', 'xcover7', [], [], {
      status: 'PROVISIONING',
      enrolledAt: { daysBefore: 2, time: '15:52' },
    }),
  ],
};
