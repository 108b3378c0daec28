import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { ACCESS, type Access } from '../../../src/auth/access.js';
import type { TestApp } from '../app/test-app.js';

type Handler = (...args: never[]) => unknown;

export function registeredRoutes(app: TestApp): Record<string, string> {
  const routes = marksOfRoutes(app).map(([route, mark]) => [
    route,
    mark?.kind === 'scope' ? mark.scope : (mark?.kind ?? 'none'),
  ]);
  return Object.fromEntries(routes) as Record<string, string>;
}

export function bulkPaths(app: TestApp): string[] {
  const bulk = marksOfRoutes(app).filter(([, mark]) => mark?.kind === 'scope' && mark.bulk);
  return bulk.map(([route]) => route.replace('GET ', ''));
}

type Route = [route: string, mark: Access | undefined];

function marksOfRoutes(app: TestApp): Route[] {
  const modules = [...app.part(ModulesContainer).values()];
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
  const joined = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;
  const paths = pathsOf(controller).flatMap((base) =>
    pathsOf(handler).map((path) => joined(`${base}/${path}`)),
  );
  const markOf = (target: object) => Reflect.getMetadata(ACCESS, target) as Access | undefined;
  const mark = markOf(handler) ?? markOf(controller);
  return paths.map((path) => [`${method} ${path}`, mark]);
}

function pathsOf(target: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
}
