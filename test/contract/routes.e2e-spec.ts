import { Controller, Get } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { bulkPaths } from '../../src/auth/bulk-paths.js';
import { OperationsModule } from '../../src/modules/operations/operations.module.js';
import { anEnterprise } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { registeredRoutes } from '../kit/specification/registered-routes.js';

/**
 * Every route of the service and who may use it: a key with a scope, an administrator, the operator, whoever is signed in at
 * the portal, or everybody.
 */
const ROUTES = {
  // the specification's table of endpoints
  'GET /api/v1/device': 'device:GetList',
  'GET /api/v1/device/id/:id': 'device:GetDetail',
  'GET /api/v1/device/screentime/bulk': 'device:GetScreenTime',
  'GET /api/v1/device/datausage/id/:id': 'device:GetDataUsage',
  'GET /api/v1/device/screentime/id/:id': 'device:GetScreenTime',
  'GET /api/v1/device/app/id/:id': 'device:GetApplication',
  'GET /api/v1/device/datausage/bulk': 'device:GetDataUsage',
  'GET /api/v1/device-location/id/:id': 'device:GetLocation',
  'GET /api/v1/device/app/bulk': 'device:GetApplication',
  'GET /api/v1/device-location/bulk': 'device:GetLocation',
  // its alternate path forms
  'GET /device': 'device:GetList',
  'GET /device/:id': 'device:GetDetail',
  'GET /device/:id/datausage': 'device:GetDataUsage',
  'GET /device/api/v1/device/datausage/id/:id': 'device:GetDataUsage',
  // the internal routes
  'GET /internal/v1/api-keys': 'admin',
  'GET /internal/v1/api-keys/feeds': 'admin',
  'GET /internal/v1/api-keys/calls': 'admin',
  'GET /internal/v1/api-keys/:id/calls': 'admin',
  'POST /internal/v1/api-keys': 'admin',
  'PATCH /internal/v1/api-keys/:id': 'admin',
  'POST /internal/v1/api-keys/:id/regenerate': 'admin',
  'DELETE /internal/v1/api-keys/:id': 'admin',
  'DELETE /internal/v1/api-keys/:id/old-key': 'admin',
  'GET /internal/v1/key-conditions': 'admin',
  'GET /internal/v1/people': 'admin',
  'POST /internal/v1/people': 'admin',
  'POST /internal/v1/people/:id/link': 'admin',
  'PATCH /internal/v1/people/:id': 'admin',
  'DELETE /internal/v1/people/:id/second-factor': 'admin',
  'DELETE /internal/v1/people/:id': 'admin',
  'GET /internal/v1/account': 'session',
  'PATCH /internal/v1/account': 'session',
  'POST /internal/v1/account/password': 'session',
  'POST /internal/v1/account/second-factor': 'session',
  'POST /internal/v1/account/second-factor/confirmation': 'session',
  'POST /internal/v1/account/second-factor/recovery-codes': 'session',
  'POST /internal/v1/account/second-factor/off': 'session',
  'GET /internal/v1/account/sessions': 'session',
  'DELETE /internal/v1/account/sessions': 'session',
  'GET /internal/v1/settings': 'admin',
  'GET /internal/v1/settings/portal': 'admin',
  'PATCH /internal/v1/settings': 'admin',
  'GET /internal/v1/settings/retention-preview': 'admin',
  'GET /internal/v1/audit-events': 'admin',
  'GET /internal/v1/audit-events/filters': 'admin',
  'GET /internal/v1/audit-events/verification': 'admin',
  'GET /internal/v1/activity': 'admin',
  // what the portal shows of the data
  'GET /internal/v1/data/devices': 'admin',
  'GET /internal/v1/data/devices/:id': 'admin',
  'GET /internal/v1/data/devices/:id/data-usage': 'admin',
  'GET /internal/v1/data/devices/:id/screen-time': 'admin',
  'GET /internal/v1/data/devices/:id/applications': 'admin',
  'GET /internal/v1/data/devices/:id/locations': 'admin',
  'GET /internal/v1/data/devices/:id/locations/newest': 'admin',
  'GET /internal/v1/data/last-positions': 'admin',
  // the portal and how one signs in to it
  'GET /portal': 'public',
  'GET /portal/*path': 'public',
  'GET /portal/api/sign-in-options': 'public',
  'POST /portal/api/session': 'public',
  'GET /portal/api/session': 'session',
  'GET /portal/api/session/look': 'session',
  'DELETE /portal/api/session': 'public',
  'POST /portal/api/session/second-factor': 'public',
  'POST /portal/api/session/second-factor/set-up': 'public',
  'POST /portal/api/session/second-factor/confirmation': 'public',
  'POST /portal/api/link': 'public',
  'POST /portal/api/link/password': 'public',
  'GET /portal/api/oidc/start': 'public',
  'GET /portal/api/oidc/callback': 'public',
  'GET /portal/api/oidc/sign-out': 'public',
  // documents, probes, measurements
  'GET /': 'public',
  'GET /internal/metrics': 'operator',
  'GET /docs': 'public',
  'GET /docs/:file': 'public',
  'GET /docs/guides': 'public',
  'GET /docs/guides/:name': 'public',
  'GET /internal/docs': 'public',
  'GET /internal/docs/:file': 'public',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
};

let app: TestApp;
afterEach(() => app.close());

it('registers the routes that are written down here, each with its mark, and none besides', async () => {
  app = await createTestApp();
  expect(registeredRoutes(app)).toEqual(ROUTES);
});

describe('A route that does not say who may use it', () => {
  @Controller('unmarked')
  class UnmarkedController {
    @Get()
    get(): { secret: true } {
      return { secret: true };
    }
  }
  const before = Reflect.getMetadata('controllers', OperationsModule) as unknown[];
  beforeAll(() => Reflect.defineMetadata('controllers', [...before, UnmarkedController], OperationsModule));
  afterAll(() => Reflect.defineMetadata('controllers', before, OperationsModule));

  it('is closed to everybody', async () => {
    app = await createTestApp();
    expect(registeredRoutes(app)).toEqual({ ...ROUTES, 'GET /unmarked': 'none' });
    await app.load({ enterprises: [anEnterprise()] });
    const everybody = [app.anonymous, app.admin('acme'), await app.customer('acme')];
    for (const client of everybody) await client.problem('/unmarked', 404, 'not_found');
  });
});

it('knows the routes over all devices before the router does, by the mark alone', () => {
  expect([...bulkPaths(app.part(ModulesContainer))].sort()).toEqual([
    '/api/v1/device-location/bulk',
    '/api/v1/device/app/bulk',
    '/api/v1/device/datausage/bulk',
    '/api/v1/device/screentime/bulk',
  ]);
});
