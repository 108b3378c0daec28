import type { DeviceState } from '../devices/device-state.js';
import type { DeviceModel } from '../fleets/device-models.js';
import type { Role } from '../fleets/fleet.js';
import { HOUR, type LocalClock } from '../seed/local-clock.js';
import { SeededRandom } from '../seed/seeded-random.js';
import { apps, type App } from './app-catalogue.js';

const everywhere =
  list(`com.android.chrome com.android.vending com.google.android.gms com.google.android.webview
  com.google.android.apps.maps com.google.android.gm com.google.android.inputmethod.latin
  com.google.android.calculator com.google.android.deskclock com.google.android.tts
  com.google.android.apps.messaging com.example.emm.deviceclient`);

const byBrand: Readonly<Record<string, readonly string[]>> = {
  samsung: list(`com.sec.android.app.launcher com.sec.android.app.camera com.samsung.android.dialer
    com.samsung.android.knox.attestation com.sec.android.app.samsungapps`),
  Zebra: list(
    'com.symbol.datawedge com.zebra.mdna.els com.symbol.mxmf com.android.launcher3 com.android.camera2',
  ),
  Honeywell: list(`com.honeywell.decode.enterprise com.honeywell.systemtools.updater com.android.launcher3
    com.android.camera2`),
  google: list(
    'com.google.android.dialer com.google.android.apps.nexuslauncher com.google.android.GoogleCamera',
  ),
  Redmi: list('com.miui.home com.miui.securitycenter com.google.android.dialer com.android.camera2'),
  Nokia: list('com.android.launcher3 com.google.android.dialer com.android.camera2'),
};

const office = list(`com.microsoft.teams com.microsoft.office.outlook com.microsoft.office.excel
  com.microsoft.skydrive com.azure.authenticator com.microsoft.windowsintune.companyportal com.whatsapp
  com.adobe.reader`);

const byRole: Readonly<Record<Role, readonly string[]>> = {
  driver: list(`de.havelwerk.tour com.whatsapp com.microsoft.teams com.microsoft.office.outlook
    com.sap.mobile.start com.waze com.spotify.music`),
  technician: list(`com.himalfield.jobs com.whatsapp com.viber.voip com.microsoft.teams com.facebook.orca
    com.google.android.youtube com.google.android.apps.docs`),
  supervisor: [...office, ...list('com.sap.mobile.start com.waze')],
  warehouse: list(`de.havelwerk.lager com.sap.mobile.start com.microsoft.teams com.azure.authenticator
    com.adobe.reader com.teamviewer.quicksupport.market`),
  kiosk: list(`com.microsoft.teams com.sap.mobile.start com.adobe.reader com.google.android.apps.docs
    com.teamviewer.quicksupport.market`),
  office: office,
};

const byDomain: Readonly<Record<string, Partial<Record<Role, readonly string[]>>>> = {
  'havelwerk.example': { kiosk: ['de.havelwerk.terminal'], supervisor: ['de.havelwerk.tour'] },
  'himalfield.example': {
    kiosk: ['com.himalfield.kiosk'],
    supervisor: ['com.himalfield.jobs'],
    technician: list('com.f1soft.esewa com.pathao.user'),
    office: list('com.viber.voip com.f1soft.esewa'),
  },
};

const systemParts = [
  { packageName: 'com.android.settings', displayName: 'Settings', hasLauncher: true },
  { packageName: 'com.google.android.gsf', displayName: 'Google Services Framework', hasLauncher: false },
];

export function installedApps({ device, fleet, model }: DeviceState): App[] {
  const names = [
    ...everywhere,
    ...(byBrand[model.brand] ?? []),
    ...byRole[device.role],
    ...(byDomain[fleet.domain]?.[device.role] ?? []),
  ];
  return [...partsOf(model), ...[...new Set(names)].map(appNamed)].sort((a, b) =>
    a.packageName < b.packageName ? -1 : 1,
  );
}

export function installedAt(state: DeviceState, app: App, clock: LocalClock): number {
  const random = new SeededRandom(state.fleet.id, state.device.id, 'app', app.packageName);
  const night = clock.at(app.released, random.between(60, 300)) + random.whole(1, 6) * 24 * HOUR;
  return Math.max(night, state.enrolledAt + random.whole(3, 40) * 30_000);
}

function partsOf(model: DeviceModel): App[] {
  return systemParts.map((part) => ({
    ...part,
    versionName: model.androidVersion,
    versionCode: Number(model.sdk),
    isSystem: true,
    released: model.securityPatch,
  }));
}

function appNamed(name: string): App {
  const app = apps.get(name);
  if (!app) throw new Error(`not in the catalogue: ${name}`);
  return app;
}

function list(names: string): readonly string[] {
  return names.split(/\s+/);
}
