import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { ACCESS, type Access } from '../../../src/auth/access.js';
import type { TestApp } from '../app/test-app.js';

type Handler = (...args: never[]) => unknown;

export function registeredRoutes(app: TestApp): Record<string, string> {
  const routes = accessOfRoutes(app).map(([route, access]) => [
    route,
    access?.kind === 'scope' ? access.scope : (access?.kind ?? 'none'),
  ]);
  return Object.fromEntries(routes) as Record<string, string>;
}

export function bulkPaths(app: TestApp): string[] {
  const bulk = accessOfRoutes(app).filter(([, access]) => access?.kind === 'scope' && access.bulk);
  return bulk.map(([route]) => route.replace('GET ', ''));
}

type Route = [route: string, access: Access | undefined];

function accessOfRoutes(app: TestApp): Route[] {
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) =>
    handlersOf(metatype as Type).flatMap((handler) => routesOf(metatype as Type, handler)),
  );
}

function handlersOf({ prototype }: Type): Handler[] {
  const members = Object.getOwnPropertyDescriptors(prototype as object);
  return Object.values(members)
    .map(({ value }) => value as Handler)
    .filter((value) => typeof value === 'function' && Reflect.hasMetadata(METHOD_METADATA, value));
}

function routesOf(controller: Type, handler: Handler): Route[] {
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  const joinPath = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;
  const paths = pathsOf(controller).flatMap((base) =>
    pathsOf(handler).map((path) => joinPath(`${base}/${path}`)),
  );
  const accessOf = (target: object) => Reflect.getMetadata(ACCESS, target) as Access | undefined;
  const access = accessOf(handler) ?? accessOf(controller);
  return paths.map((path) => [`${method} ${path}`, access]);
}

function pathsOf(target: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
}
