import type { Role } from '../fleets/fleet.js';

export interface AppUsageProfile {
  readonly packageName: string;
  readonly minutes: number;
  readonly mobile: number;
  readonly wifi: number;
}

const backgroundProfiles = `
com.google.android.gms 0 14 46
com.android.vending 2 1.5 110
com.example.emm.deviceclient 1 2.4 3.8
`;

export const usageProfiles: Readonly<Record<Role, readonly AppUsageProfile[]>> = {
  driver: parseProfiles(`
com.google.android.apps.maps 148 210 9
de.havelwerk.tour 112 36 14
com.whatsapp 27 38 21
com.microsoft.teams 13 52 24
com.android.chrome 14 41 18
com.sap.mobile.start 17 12 5
com.microsoft.office.outlook 8 7 6
com.waze 19 24 1
com.spotify.music 5 74 12
`),
  technician: parseProfiles(`
com.himalfield.jobs 86 31 19
com.google.android.apps.maps 61 118 7
com.viber.voip 32 33 26
com.whatsapp 28 36 31
com.android.chrome 24 58 37
com.google.android.youtube 21 164 240
com.facebook.orca 17 21 18
com.microsoft.teams 11 34 29
com.google.android.gm 9 5 6
com.f1soft.esewa 5 2.1 1.2
`),
  supervisor: parseProfiles(`
com.microsoft.teams 74 145 120
com.microsoft.office.outlook 51 29 34
com.whatsapp 31 34 38
com.google.android.apps.maps 38 74 8
com.android.chrome 33 52 61
com.sap.mobile.start 26 14 11
com.microsoft.office.excel 14 4 9
com.microsoft.skydrive 4 11 42
`),
  warehouse: parseProfiles(`
de.havelwerk.lager 214 0 64
com.sap.mobile.start 47 0 22
com.android.chrome 13 0 19
com.microsoft.teams 9 0 31
com.google.android.apps.messaging 3 0 0.6
com.adobe.reader 6 0 4
com.google.android.calculator 2 0 0
com.android.settings 1 0 0
`),
  kiosk: parseProfiles(`
com.android.chrome 62 0 148
com.sap.mobile.start 41 0 26
com.microsoft.teams 18 0 94
com.adobe.reader 12 0 8
com.google.android.apps.docs 9 0 37
com.google.android.apps.maps 7 0 16
com.google.android.calculator 3 0 0
com.android.settings 1 0 0
`),
  office: parseProfiles(`
com.microsoft.teams 58 41 210
com.microsoft.office.outlook 46 13 39
com.android.chrome 37 28 112
com.whatsapp 24 17 44
com.microsoft.office.excel 11 1.4 9
com.microsoft.skydrive 5 4 76
com.adobe.reader 6 0.8 5
com.google.android.gm 4 1.6 4
`),
};

function parseProfiles(work: string): AppUsageProfile[] {
  return (work + backgroundProfiles)
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' '))
    .map(([packageName = '', minutes, mobile, wifi]) => ({
      packageName,
      minutes: Number(minutes),
      mobile: Number(mobile),
      wifi: Number(wifi),
    }));
}
