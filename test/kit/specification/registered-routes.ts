import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { ACCESS, type Access } from '../../../src/auth/access.js';
import type { TestApp } from '../app/create-test-app.js';

type Handler = (...args: never[]) => unknown;

export function registeredRoutes(app: TestApp): Record<string, string> {
  const routes: Record<string, string> = {};
  for (const { controllers } of app.part(ModulesContainer).values()) {
    for (const { metatype } of controllers.values())
      for (const handler of handlersOf(metatype as Type))
        Object.assign(routes, routesOf(metatype as Type, handler));
  }
  return routes;
}

function handlersOf({ prototype }: Type): Handler[] {
  const members = Object.getOwnPropertyDescriptors(prototype as object);
  return Object.values(members)
    .map(({ value }) => value as Handler)
    .filter((value) => typeof value === 'function' && Reflect.hasMetadata(METHOD_METADATA, value));
}

function routesOf(controller: Type, handler: Handler): Record<string, string> {
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  const joined = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;
  const paths = pathsOf(controller).flatMap((base) =>
    pathsOf(handler).map((path) => joined(`${base}/${path}`)),
  );
  const markOf = (target: object) => Reflect.getMetadata(ACCESS, target) as Access | undefined;
  const mark = markOf(handler) ?? markOf(controller);
  const text = mark?.kind === 'scope' ? mark.scope : (mark?.kind ?? 'none');
  return Object.fromEntries(paths.map((path) => [`${method} ${path}`, text]));
}

function pathsOf(target: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
}
