import { expect, test } from 'vitest';
import { readPublicAddress } from './public-address.ts';

test.each([
  ['https://gate.example.com', 'https://gate.example.com'],
  ['https://Gate.Example.com/', 'https://gate.example.com'],
  ['https://gate.example.com:443', 'https://gate.example.com'],
  ['https://gate.example.com:8443', 'https://gate.example.com:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://second.localhost:8080', 'http://second.localhost:8080'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
])('%s is an address of a gate', (text, origin) => {
  expect(readPublicAddress(text)).toEqual({ ok: true, origin });
});

test.each([
  ['gate.example.com', 'is no address such as'],
  ['', 'is no address such as'],
  ['ftp://gate.example.com', 'is no address such as'],
  ['https://gate.example.com:65536', 'up to 65535'],
  ['https://gate.example.com:-1', 'up to 65535'],
  ['https://gate.example.com:0', 'refuse to open port 0'],
  ['https://gate.example.com:25', 'refuse to open port 25'],
  ['https://gate.example.com:6000', 'refuse to open port 6000'],
  ['http://gate.example.com', 'https://gate.example.com'],
  ['http://localhost.example.com', 'Without https'],
  ['http://notlocalhost', 'Without https'],
  ['http://10.0.0.4', 'Without https'],
  ['https://gate.example.com/vestibule', 'without a path'],
  ['https://gate.example.com/?a=1', 'without a path'],
  ['https://gate.example.com?', 'without a path'],
  ['https://gate.example.com/#x', 'without a path'],
  ['https://ilse:secret@gate.example.com', 'a user or a password'],
  ['https://10.0.0.4', 'a name instead of a number'],
  ['https://[2001:db8::1]', 'a name instead of a number'],
  ['https://*.example.com', 'no name of a computer'],
  ['https://gate.example.com.', 'no name of a computer'],
  ['https://under_score.example.com', 'no name of a computer'],
])('%s is refused, with a sentence', (text, sentence) => {
  const read = readPublicAddress(text);
  expect(read.ok ? read.origin : read.problem).toContain(sentence);
});
