// Uses the package's types as a dependent of it does; checked by `cargo xtask test --only package` and never run.

import { define } from "midturn";
import type { MidturnPlayer, Moment } from "midturn";
import "midturn/element";
import init, { list, open, openBuiltIn, traceFingerprint } from "midturn/engine";
import type { Player, State } from "midturn/engine";
import stop from "midturn/scenarios/course/stop.json" with { type: "json" };

export async function show(place: HTMLElement): Promise<Moment> {
  const Element: (new () => MidturnPlayer) | undefined = await define({ files: new URL("/midturn/", location.href) });
  const player = Element ? new Element() : document.createElement("midturn-player");
  player.scenario = stop.id;
  place.append(player);
  await player.load();
  // @ts-expect-error: where the files are is text or an address
  await define({ files: 1 });
  return player.next();
}

export async function run(): Promise<string> {
  await init();
  const player: Player = open(stop.toml, "stop.toml");
  const state: State = player.seek(player.length);
  // @ts-expect-error: a scenario is opened by its id
  openBuiltIn(1);
  return `${list().length} ${state.snapshot.step} ${traceFingerprint(player)}`;
}
