import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { createMessage, notificationMessage, signInMessage } from '#lib/platform/mail/messages.ts';
import { renderHtml } from '#lib/platform/mail/template.ts';
import { listOutboxMails, outboxTransport, smtpTransport } from '#lib/platform/mail/transport.ts';
import { TransientError } from '#lib/platform/transient-error.ts';
import { startSmtp, type TestSmtp } from '../servers/smtp.ts';

describe('an address', () => {
  test.each([
    ['noor@example.org', 'noor@example.org'],
    ['  Noor.Haddad+papers@Example.ORG ', 'noor.haddad+papers@example.org'],
    ['noor@universität.example', 'noor@xn--universitt-y5a.example'],
    ["o'neil@sub.example.ac.uk", "o'neil@sub.example.ac.uk"],
  ])('%s is read as %s', (written, read) => {
    expect(emailAddress(written)).toEqual({ ok: true, value: read });
  });

  test.each([
    '',
    'noor',
    'noor@',
    '@example.org',
    'noor@localhost',
    'noor@example',
    'a@example.org,b@example.org',
    'a@example.org;b@example.org',
    '"noor haddad"@example.org',
    'Noor <noor@example.org>',
    'noor@example.org\nBcc: eve@example.org',
    'noor@example.org\r\n',
    'noor@@example.org',
    'noor@ex ample.org',
    'noor..h@example.org',
    '.noor@example.org',
    'noor(comment)@example.org',
    'noor@[127.0.0.1]',
    'noor@127.0.0.1',
    'noor@0x7f.1',
    'noor@example.org/path',
    'noor@exa%6dple.org',
    `${'a'.repeat(65)}@example.org`,
    `noor@${'a.'.repeat(130)}org`,
    null,
    ['noor@example.org'],
  ])('%j is refused', (written) => {
    // Surrounding line breaks are trimmed; inside an address they would allow header injection.
    const expected = written === 'noor@example.org\r\n' ? { ok: true, value: 'noor@example.org' } : { ok: false, code: 'bad_address' };
    expect(emailAddress(written)).toEqual(expected);
  });
});

describe('a mail', () => {
  test('has its link and code in both forms, and escapes markup', async () => {
    const letter = signInMessage({ code: 'ab12cd34', link: 'https://peergraph.example/sign-in/confirm?code=ab12cd34', minutes: 15 });
    expect(letter.text).toContain('https://peergraph.example/sign-in/confirm?code=ab12cd34');
    expect(letter.text).toContain('AB12 CD34');
    expect(await renderHtml(letter)).toContain('AB12 CD34');
    const hostile = notificationMessage({
      title: 'A <b>\nBcc: eve@example.org',
      sentence: '<script>alert(1)</script>',
      link: 'https://x.example/"><i>',
      label: 'Go',
    });
    expect(hostile.subject).not.toContain('\n');
    expect(await renderHtml(hostile)).not.toMatch(/<script|<i>|<b>/);
  });

  test('has the same content in both forms, as a page with a language and headings, a dark theme and no picture', async () => {
    const letter = createMessage(
      'New in what you follow',
      [
        'Two things.',
        { heading: 'New works' },
        { entry: 'Herons', link: 'https://x.example/works/a', about: 'M. Lindqvist. 2026.', why: 'You follow M.' },
        { link: 'https://x.example/feed', label: 'Open your feed' },
        { link: 'https://x.example/notifications', label: 'Open your notifications' },
      ],
      { foot: { why: 'You asked for it weekly.', stop: { link: 'https://x.example/unsubscribe?t=1', label: 'Get no more' } } },
    );
    const html = await renderHtml(letter);
    expect(html).toMatch(/<html[^>]* lang="en"/);
    expect(html).toMatch(/<h1[^>]*>New in what you follow<\/h1>/);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain('#0f5c66');
    expect(html).not.toContain('<img');
    expect(html.match(/class="button"[^>]*>[^<]*/g)?.map((tag) => tag.replace(/.*>/, ''))).toEqual(['Open your feed']);
    // Each element with its own colour has a class with the colour of dark mode: a cell that stays light makes its text illegible.
    const coloured = html.match(/<[a-z]+\d?\b[^>]*style="[^"]*(?<![a-z-])(?:background-|border-)?color:[^>]*>/g) ?? [];
    expect(coloured.length).toBeGreaterThan(5);
    expect(coloured.filter((tag) => !/class="(paper|soft|link|head|button)"/.test(tag))).toEqual([]);
    for (const errorText of [
      'Two things.',
      'New works',
      'Herons',
      'M. Lindqvist. 2026.',
      'You follow M.',
      'https://x.example/works/a',
      'Get no more',
    ]) {
      expect(letter.text).toContain(errorText);
      expect(html).toContain(errorText);
    }
  });
});

describe('delivery', () => {
  let smtp: TestSmtp;
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-outbox-'));
  beforeAll(async () => {
    smtp = await startSmtp();
  });
  afterAll(async () => {
    await smtp.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const mail = (id: string, more = {}) => ({ id, to: 'noor@example.org', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>', ...more });

  test('reaches one recipient over SMTP, with the same message id when it is sent again', async () => {
    const transport = smtpTransport(smtp.url, 'Peergraph <peergraph@example.org>', 'example.org');
    await transport.deliver(mail('job1'));
    await transport.deliver(mail('job1'));
    expect(smtp.arrived.map(({ recipients }) => recipients)).toEqual([['noor@example.org'], ['noor@example.org']]);
    const [first, again] = smtp.arrived.map((each) => each.mail);
    expect(first).toMatchObject({ subject: 'Grüße', messageId: '<job1@example.org>', from: { address: 'peergraph@example.org' } });
    expect(again?.messageId).toBe(first?.messageId);
    expect(first?.text?.trim()).toBe('Hello');
  });

  test('rejects a remote server without TLS, unless the operator allows it', async () => {
    // An IPv4-mapped loopback address, which counts as remote.
    const elsewhere = smtp.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
    const send = (url: string, id: string) => smtpTransport(url, 'peergraph@example.org', 'example.org').deliver(mail(id));
    const before = smtp.arrived.length;
    await expect(send(elsewhere, 'open')).rejects.toThrow(/TLS/);
    expect(smtp.arrived).toHaveLength(before);
    await send(`${elsewhere}?requireTLS=false`, 'allowed');
    expect(smtp.arrived.at(-1)?.mail.messageId).toBe('<allowed@example.org>');
  });

  test('throws if the server rejects it, so that the job is retried', async () => {
    const transport = smtpTransport(smtp.url, 'peergraph@example.org', 'example.org');
    smtp.rejectMails(1);
    await expect(transport.deliver(mail('job2'))).rejects.toThrow('Try again later');
    await transport.deliver(mail('job2'));
    expect(smtp.arrived.at(-1)?.mail.messageId).toBe('<job2@example.org>');
    await expect(smtpTransport('smtp://127.0.0.1:1', 'peergraph@example.org', 'example.org').deliver(mail('job3'))).rejects.toThrow();
  });

  test('gives up on a server that keeps talking without accepting the mail, and opens another connection for the next one', async () => {
    const lines = new Set<Socket>();
    const slow = createServer((line) => {
      lines.add(line.on('error', () => undefined));
      line.write('220 slow.example\r\n');
      line.on('data', () => setInterval(() => line.write('250-wait\r\n'), 50).unref());
    });
    await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening));
    const { port } = slow.address() as AddressInfo;
    const transport = smtpTransport(`smtp://127.0.0.1:${port}`, 'peergraph@example.org', 'example.org', 400);
    for (const id of ['late1', 'late2']) {
      const fault = await transport.deliver(mail(id)).catch((error: unknown) => error);
      expect(fault).toMatchObject({ name: 'TransientError', affectsAllJobs: true, message: expect.stringContaining('within 0.4 seconds') });
    }
    expect(lines.size).toBe(2);
    for (const line of lines) line.destroy();
    slow.close();
  });

  test('is not sent again at once to a server that did not accept it in time, on a connection that worked before', async () => {
    const smtp = await startSmtp();
    const transport = smtpTransport(`${smtp.url}/?socketTimeout=300`, 'peergraph@example.org', 'example.org');
    await transport.deliver(mail('quick'));
    smtp.delayReplies(() => 1_000);
    await expect(transport.deliver(mail('slow'))).rejects.toThrow(/timeout/i);
    expect(smtp.arrived.map(({ mail: { messageId } }) => messageId)).toEqual(['<quick@example.org>', '<slow@example.org>']);
    await smtp.stop();
  });

  test('shares a connection among consecutive mails, and opens another if the server has closed it', async () => {
    const transport = smtpTransport(smtp.url, 'peergraph@example.org', 'example.org');
    const before = smtp.connections();
    for (const id of ['one', 'two', 'three']) await transport.deliver(mail(id));
    expect(smtp.connections() - before).toBe(1);
    smtp.closeConnections();
    await transport.deliver(mail('four'));
    smtp.rejectMails(1, 421);
    await transport.deliver(mail('five'));
    expect(smtp.connections() - before).toBe(3);
    expect(smtp.arrived.slice(-5).map((each) => each.mail.messageId)).toEqual(
      ['one', 'two', 'three', 'four', 'five'].map((id) => `<${id}@example.org>`),
    );
  });

  test('distinguishes transient from permanent errors, and whether other mails would pass', async () => {
    // A new transport for each mail, because a transport with an open connection retries over a new one.
    const transport = {
      deliver: (each: ReturnType<typeof mail>) => smtpTransport(smtp.url, 'peergraph@example.org', 'example.org').deliver(each),
    };
    const fault = async (sent: Promise<void>) =>
      sent.then(
        () => null,
        (thrown: unknown) =>
          thrown instanceof TransientError ? (thrown.affectsAllJobs ? 'nothing gets through' : 'come back') : 'for good',
      );
    for (const [code, means] of [
      [451, 'come back'],
      [421, 'nothing gets through'],
      [550, 'for good'],
    ] as const) {
      smtp.rejectMails(1, code);
      expect(await fault(transport.deliver(mail('job4'))), `${code}`).toBe(means);
    }
    // Authentication is required or the sender is rejected: this affects every mail.
    for (const code of [530, 550, 553]) {
      smtp.rejectSenders(1, code);
      expect(await fault(transport.deliver(mail('job4'))), `sender ${code}`).toBe('nothing gets through');
    }
    smtp.dropConnections(1);
    expect(await fault(transport.deliver(mail('job5')))).toBe('nothing gets through');
    const nobody = smtpTransport('smtp://127.0.0.1:1', 'peergraph@example.org', 'example.org');
    expect(await fault(nobody.deliver(mail('job6')))).toBe('nothing gets through');
    await transport.deliver(mail('job5'));
    expect(smtp.arrived.at(-1)?.mail.messageId).toBe('<job5@example.org>');
  });

  test('writes one private file for each mail into the outbox, and reading skips other files', async () => {
    const transport = outboxTransport(folder);
    await transport.deliver(mail('b', { subject: 'second' }));
    await transport.deliver(mail('b', { subject: 'second' }));
    await transport.deliver(mail('a', { subject: 'third' }));
    writeFileSync(join(folder, 'broken.json'), '{"id": 1');
    writeFileSync(join(folder, 'c.json.77.part'), '{}');
    expect((await listOutboxMails(folder)).map(({ subject }) => subject)).toEqual(['third', 'second']);
    for (const name of readdirSync(folder).filter((each) => /^[ab]\.json$/.test(each)))
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    expect(await listOutboxMails(join(folder, 'nowhere'))).toEqual([]);
  });
});
