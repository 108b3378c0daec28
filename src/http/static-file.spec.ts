import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type Request, type Response } from 'express';
import { StaticFile } from './static-file.js';

it.each(['before the file is read', 'while the file is compressed'])(
  'StaticFile sends nothing if load shedding responds %s',
  async (time) => {
    const headers = { 'accept-encoding': 'br' };
    const request = { headers, context: {}, fresh: false } as unknown as Request;
    const response = new ServerResponse(new IncomingMessage(new Socket())) as Response;
    Object.setPrototypeOf(response, express().response);
    const file = new StaticFile('txt', Buffer.from('content'));
    const isEarly = time.startsWith('before');
    if (isEarly) response.writeHead(503).end();
    const sent = file.send(request, response, "default-src 'none'");
    if (!isEarly) response.writeHead(503).end();
    await sent;
    expect([response.statusCode, request.context]).toEqual([503, {}]);
  },
);
