import { kathmanduRoads } from '../maps/kathmandu-roads.js';
import { weekday } from '../seed/local-clock.js';
import { device, stopNames, type Carrier, type Fleet } from './fleet.js';

const nepalTelecom: Carrier = { name: 'Nepal Telecom', imsiPrefix: '42901' };
const ncell: Carrier = { name: 'Ncell', imsiPrefix: '42902' };

const ringNorth = stopNames(
  'Machhapokhari, Gongabu, Samakhusi, Basundhara, Maharajgunj, Dhumbarahi, Sukedhara, Chabahil',
);
const ringSouth = stopNames(
  'Kalanki, Khasibazar, Balkhu, Dhobighat, Ekantakuna, Satdobato, Gwarko, Balkumari, Koteshwor',
);
const ringWest = stopNames(
  'Banasthali, Sano Bharyang, Swayambhu, Sitapaila, Bafal, Soltimode, Kalimati, Teku, Tripureshwor',
);
const center = stopNames(
  'Lainchaur, Lazimpat, Jamal, Bir Hospital, Ratna Park, Putalisadak, Dillibazar, Kamalpokhari',
);
const patan = stopNames(
  'Thapathali, Kupondole, Pulchowk, Jawalakhel, Kumaripati, Lagankhel, Satdobato, Ekantakuna',
);
const baneshwor = stopNames(
  'Maitighar, Babar Mahal, New Baneshwor, Minbhawan, Shantinagar, Tinkune, Sinamangal, Gaushala',
);
const bhaktapur = stopNames(
  'Lokanthali, Kaushaltar, Gatthaghar, Thimi, Srijana Nagar, Sallaghari, Suryabinayak, Jagati',
);
const boudha = stopNames(
  'Gaushala, Mitrapark, Chabahil, Chuchchepati, Tusal, Boudha, Jorpati, Gyaneshwor, Ratopul',
);

export const kathmanduFleet: Fleet = {
  id: 'himal-field-service',
  emmId: 'LC03himal4',
  name: 'Himal Field Service Pvt. Ltd.',
  zone: 'Asia/Kathmandu',
  color: '#B3261E',
  contact: 'support@himalfield.example',
  domain: 'himalfield.example',
  language: 'en-US',
  wifi: 'HFS-BALAJU',
  roads: kathmanduRoads,
  depot: 'Balaju Industrial District',
  geofence: { id: 'gf-balaju', meters: 200 },
  altitude: { mean: 1287, range: 22 },
  policies: {
    driver: { id: 'pol-drivers', name: 'Drivers' },
    technician: { id: 'pol-field', name: 'Field technicians' },
    supervisor: { id: 'pol-leads', name: 'Team leads' },
    warehouse: { id: 'pol-store', name: 'Spare parts store' },
    kiosk: { id: 'pol-kiosk', name: 'Workshop kiosk' },
    office: { id: 'pol-byod', name: 'Office BYOD' },
  },
  // Saturday is the day of rest in Nepal, and Sunday is a working day
  isRestDay: (day) => weekday(day) === 6,
  devices: [
    device('tech-01', 'technician', 'galaxyA15', [ncell], ringNorth),
    device('tech-02', 'technician', 'galaxyA15', [nepalTelecom], ringSouth),
    device('tech-03', 'technician', 'redmiNote13', [nepalTelecom, ncell], ringWest),
    device('tech-04', 'technician', 'redmiNote13', [ncell, nepalTelecom], center),
    device('tech-05', 'technician', 'nokiaXr21', [nepalTelecom], patan),
    device('tech-06', 'technician', 'xcover7', [ncell], baneshwor),
    device('tech-07', 'technician', 'xcover7', [nepalTelecom], bhaktapur),
    device('tech-08', 'technician', 'galaxyA15', [nepalTelecom], boudha, {
      status: 'DISABLED',
      silentSince: { daysBefore: 10, time: '18:31' },
    }),
    device('tech-09', 'technician', 'nokiaXr21', [ncell], bhaktapur, {
      enrolledAt: { daysBefore: 25, time: '18:40' },
    }),
    device('tablet-1', 'kiosk', 'tabA9Wifi', [], []),
    device('tablet-2', 'kiosk', 'tabA9Wifi', [], []),
    device('tablet-3', 'technician', 'tabActive5', [ncell], ringSouth),
    device('lead-01', 'supervisor', 'pixel8a', [ncell], center),
    device('office-01', 'office', 'galaxyA15', [ncell], []),
    device('office-02', 'office', 'redmiNote13', [nepalTelecom], []),
  ],
};
