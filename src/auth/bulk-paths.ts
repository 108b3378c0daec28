import type { Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';
import { ACCESS, type Access } from './decorators.js';

/** Load shedding needs the paths of bulk routes before the router runs. */
export function bulkPaths(container: ModulesContainer): ReadonlySet<string> {
  const modules = [...container.values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  return new Set(controllers.flatMap(({ metatype }) => bulkPathsOf(metatype as Type)));
}

function bulkPathsOf(controller: Type): string[] {
  const prototype = controller.prototype as Record<string, object>;
  const handlers = new MetadataScanner().getAllMethodNames(prototype).map((name) => prototype[name] ?? {});
  const bulk = handlers.filter((handler) => {
    const access = Reflect.getMetadata(ACCESS, handler) as Access | undefined;
    return access?.kind === 'scope' && access.bulk === true;
  });
  const joined = (base: string, path: string): string => `/${base}/${path}`.replaceAll(/\/+/g, '/');
  return pathsOf(controller).flatMap((base) => bulk.flatMap(pathsOf).map((path) => joined(base, path)));
}

const pathsOf = (target: object): string[] =>
  [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
