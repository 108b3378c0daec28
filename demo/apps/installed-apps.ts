import type { DeviceState } from '../devices/device-state.js';
import type { DeviceModel } from '../fleets/device-models.js';
import type { Role } from '../fleets/fleet.js';
import { HOUR, type LocalClock } from '../seed/local-clock.js';
import { SeededRandom } from '../seed/seeded-random.js';
import { apps, type App } from './app-catalog.js';

const commonApps =
  splitNames(`com.android.chrome com.android.vending com.google.android.gms com.google.android.webview
  com.google.android.apps.maps com.google.android.gm com.google.android.inputmethod.latin
  com.google.android.calculator com.google.android.deskclock com.google.android.tts
  com.google.android.apps.messaging com.example.emm.deviceclient`);

const appsByBrand: Readonly<Record<string, readonly string[]>> = {
  samsung: splitNames(`com.sec.android.app.launcher com.sec.android.app.camera com.samsung.android.dialer
    com.samsung.android.knox.attestation com.sec.android.app.samsungapps`),
  Zebra: splitNames(
    'com.symbol.datawedge com.zebra.mdna.els com.symbol.mxmf com.android.launcher3 com.android.camera2',
  ),
  Honeywell:
    splitNames(`com.honeywell.decode.enterprise com.honeywell.systemtools.updater com.android.launcher3
    com.android.camera2`),
  google: splitNames(
    'com.google.android.dialer com.google.android.apps.nexuslauncher com.google.android.GoogleCamera',
  ),
  Redmi: splitNames('com.miui.home com.miui.securitycenter com.google.android.dialer com.android.camera2'),
  Nokia: splitNames('com.android.launcher3 com.google.android.dialer com.android.camera2'),
};

const officeApps = splitNames(`com.microsoft.teams com.microsoft.office.outlook com.microsoft.office.excel
  com.microsoft.skydrive com.azure.authenticator com.microsoft.windowsintune.companyportal com.whatsapp
  com.adobe.reader`);

const appsByRole: Readonly<Record<Role, readonly string[]>> = {
  driver: splitNames(`de.havelwerk.tour com.whatsapp com.microsoft.teams com.microsoft.office.outlook
    com.sap.mobile.start com.waze com.spotify.music`),
  technician:
    splitNames(`com.himalfield.jobs com.whatsapp com.viber.voip com.microsoft.teams com.facebook.orca
    com.google.android.youtube com.google.android.apps.docs`),
  supervisor: [...officeApps, ...splitNames('com.sap.mobile.start com.waze')],
  warehouse: splitNames(`de.havelwerk.lager com.sap.mobile.start com.microsoft.teams com.azure.authenticator
    com.adobe.reader com.teamviewer.quicksupport.market`),
  kiosk: splitNames(`com.microsoft.teams com.sap.mobile.start com.adobe.reader com.google.android.apps.docs
    com.teamviewer.quicksupport.market`),
  office: officeApps,
};

const appsByDomain: Readonly<Record<string, Partial<Record<Role, readonly string[]>>>> = {
  'havelwerk.example': { kiosk: ['de.havelwerk.terminal'], supervisor: ['de.havelwerk.tour'] },
  'himalfield.example': {
    kiosk: ['com.himalfield.kiosk'],
    supervisor: ['com.himalfield.jobs'],
    technician: splitNames('com.f1soft.esewa com.pathao.user'),
    office: splitNames('com.viber.voip com.f1soft.esewa'),
  },
};

const systemApps = [
  { packageName: 'com.android.settings', displayName: 'Settings', hasLauncher: true },
  { packageName: 'com.google.android.gsf', displayName: 'Google Services Framework', hasLauncher: false },
];

export function installedApps({ device, fleet, model }: DeviceState): App[] {
  const names = [
    ...commonApps,
    ...(appsByBrand[model.brand] ?? []),
    ...appsByRole[device.role],
    ...(appsByDomain[fleet.domain]?.[device.role] ?? []),
  ];
  return [...systemAppsOf(model), ...[...new Set(names)].map(appNamed)].sort((a, b) =>
    a.packageName < b.packageName ? -1 : 1,
  );
}

export function installedAt(state: DeviceState, app: App, clock: LocalClock): number {
  const random = new SeededRandom(state.fleet.id, state.device.id, 'app', app.packageName);
  const night = clock.at(app.released, random.between(60, 300)) + random.integer(1, 6) * 24 * HOUR;
  return Math.max(night, state.enrolledAt + random.integer(3, 40) * 30_000);
}

function systemAppsOf(model: DeviceModel): App[] {
  return systemApps.map((part) => ({
    ...part,
    versionName: model.androidVersion,
    versionCode: Number(model.sdk),
    isSystem: true,
    released: model.securityPatch,
  }));
}

function appNamed(name: string): App {
  const app = apps.get(name);
  if (!app) throw new Error(`not in the catalog: ${name}`);
  return app;
}

function splitNames(names: string): readonly string[] {
  return names.split(/\s+/);
}
