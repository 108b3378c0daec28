import { placesOf, RoadNetwork, type Road } from './road-network.js';

const places = placesOf(`
Balaju Industrial District 27.7307 85.3027
Ring Road, from Kalanki against the clock:
Kalanki 27.6936 85.2814, Khasibazar 27.6892 85.2838, Tribhuvan University Gate 27.6856 85.2905
Balkhu 27.6844 85.2967, Dhobighat 27.6733 85.3016, Ekantakuna 27.6675 85.3072, Nakhu 27.6629 85.3125
Talchhikhel 27.6583 85.3205, Satdobato 27.6589 85.3248, Gwarko 27.6667 85.332, Balkumari 27.6714 85.3403
Koteshwor 27.6788 85.3495, Ring Road Manohara 27.6822 85.3494, Tinkune 27.6834 85.3493
Gairigaun 27.6873 85.3506, Sinamangal 27.6953 85.355, Airport 27.7007 85.3537, Tilganga 27.7055 85.3496
Gaushala 27.7075 85.3437, Mitrapark 27.7136 85.3455, Chabahil 27.7167 85.3464, Gopikrishna 27.7218 85.3459
Sukedhara 27.7283 85.3456, Dhumbarahi 27.7313 85.3447, Chappal Karkhana 27.7354 85.3415
Maharajgunj 27.7399 85.337, Basundhara 27.7406 85.3294, Basundhara West 27.7384 85.3228
Samakhusi 27.7356 85.3205, Gongabu 27.7349 85.3139, Machhapokhari 27.735 85.3057, Balaju 27.7278 85.3042
Banasthali 27.7247 85.2973, Dhungedhara 27.7233 85.2945, Sano Bharyang 27.7211 85.2888
Thulo Bharyang 27.7195 85.2868, Swayambhu 27.716 85.2835, Sitapaila 27.7078 85.2825, Bafal 27.7005 85.2817
Across the city:
Soltimode 27.6966 85.2934, Kalimati 27.6984 85.2991, Teku 27.6957 85.3062, Tripureshwor 27.694 85.3139
Thapathali 27.6923 85.3175, Maitighar 27.6943 85.3207, Babar Mahal 27.6926 85.324
Bijulibazar 27.6905 85.3284, New Baneshwor 27.6886 85.3347, Minbhawan 27.6877 85.3385
Shantinagar 27.6871 85.3414, Tinkune West 27.6861 85.3457
Kantipath, Lazimpat, Durbar Marg, Ram Shah Path:
Sundhara 27.7002 85.3136, Bir Hospital 27.7053 85.3142, Jamal 27.7088 85.3152, Lainchaur 27.7168 85.316
Lazimpat 27.7215 85.3207, Panipokhari 27.7291 85.3249, Teaching Hospital 27.7346 85.3308
Ratna Park 27.706 85.3163, Old Bus Park 27.7036 85.3166, Bhadrakali 27.6994 85.3176
Singha Durbar 27.6986 85.3214, Ram Shah Path 27.6966 85.3213, Putalisadak 27.7057 85.3226
Dillibazar 27.7054 85.3268, Kamalpokhari 27.7093 85.3277, Gyaneshwor 27.7086 85.3319, Ratopul 27.708 85.3374
Patan:
Kupondole 27.6868 85.3163, Pulchowk 27.6785 85.3168, Jawalakhel 27.6731 85.3137, Kumaripati 27.6705 85.3199
Lagankhel 27.6671 85.3234
Araniko Highway to Bhaktapur:
Jadibuti 27.6755 85.3516, Lokanthali 27.6749 85.3598, Kaushaltar 27.6746 85.3644, Gatthaghar 27.6741 85.3733
Thimi 27.6733 85.3853, Bode 27.6747 85.3968, Srijana Nagar 27.6729 85.405, Sallaghari 27.67 85.4111
Chundevi 27.6671 85.417, Suryabinayak 27.6658 85.4242, Adarsha 27.6664 85.433, Jagati 27.6664 85.4376
Boudha road:
Chuchchepati 27.7194 85.3512, Tusal 27.7201 85.3576, Boudha 27.7206 85.3621, Jorpati 27.7219 85.3731
`);

const ringRoad = [
  'Kalanki > Khasibazar > Tribhuvan University Gate > Balkhu > Dhobighat > Ekantakuna > Nakhu > Talchhikhel',
  'Talchhikhel > Satdobato > Gwarko > Balkumari > Koteshwor > Ring Road Manohara > Tinkune > Gairigaun',
  'Gairigaun > Sinamangal > Airport > Tilganga > Gaushala > Mitrapark > Chabahil > Gopikrishna > Sukedhara',
  'Sukedhara > Dhumbarahi > Chappal Karkhana > Maharajgunj > Basundhara > Basundhara West > Samakhusi',
  'Samakhusi > Gongabu > Machhapokhari > Balaju > Banasthali > Dhungedhara > Sano Bharyang > Thulo Bharyang',
  'Thulo Bharyang > Swayambhu > Sitapaila > Bafal > Kalanki',
];

const highway = [
  'Koteshwor > Jadibuti > Lokanthali > Kaushaltar > Gatthaghar > Thimi > Bode > Srijana Nagar > Sallaghari',
  'Sallaghari > Chundevi > Suryabinayak > Adarsha > Jagati',
];

const streets = [
  'Balaju Industrial District > Balaju',
  'Kalanki > Soltimode > Kalimati > Teku > Tripureshwor > Thapathali > Maitighar > Babar Mahal > Bijulibazar',
  'Bijulibazar > New Baneshwor > Minbhawan > Shantinagar > Tinkune West > Tinkune',
  'Tripureshwor > Sundhara > Bir Hospital > Jamal > Lainchaur > Lazimpat > Panipokhari > Teaching Hospital',
  'Teaching Hospital > Maharajgunj',
  'Jamal > Ratna Park > Old Bus Park > Bhadrakali > Singha Durbar > Ram Shah Path > Maitighar',
  'Singha Durbar > Putalisadak > Dillibazar > Kamalpokhari > Gyaneshwor > Ratopul > Gaushala',
  'Thapathali > Kupondole > Pulchowk > Jawalakhel > Kumaripati > Lagankhel > Satdobato',
  'Jawalakhel > Ekantakuna',
  'Chabahil > Chuchchepati > Tusal > Boudha > Jorpati',
];

const roads: Road[] = [
  ...ringRoad.map((via) => ({ kmh: 32, via })),
  ...highway.map((via) => ({ kmh: 40, via })),
  ...streets.map((via) => ({ kmh: 22, via })),
];

export const kathmanduRoads = new RoadNetwork(places, roads);
