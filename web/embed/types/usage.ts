// Uses the element's types; checked by `cargo xtask test --only types` and never run.
import type { FrameCommand, FrameMessage, MidturnPlayer } from "./element";

export async function use(): Promise<string> {
  const player: MidturnPlayer = document.createElement("midturn-player");
  player.scenario = "stop";
  player.addEventListener("step", ({ detail }) => console.log(detail.number, detail.total, detail.sentence));
  player.addEventListener("error", ({ detail }) => console.log(detail.code, detail.line, detail.column));
  player.addEventListener("click", () => undefined);
  await player.load();
  const moment = await player.seek("turn-1");
  await player.seek(3);
  // @ts-expect-error: a step is an id or a number
  await player.seek(true);
  // @ts-expect-error: what is shown cannot be set
  player.current = moment;
  return player.toLink();
}

export function hear(frame: HTMLIFrameElement, { source, data }: MessageEvent<FrameMessage>): void {
  if (source !== frame.contentWindow || !("event" in data)) return;
  if (data.event === "resize") frame.height = String(data.detail.height);
  const command: FrameCommand = { midturn: 1, id: 1, command: "next" };
  frame.contentWindow?.postMessage(command, "*");
}
