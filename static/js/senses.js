// Sounds, made here, and a touch of vibration, for those who have switched them on: nobody else's
// page loads this file. What is told is what the new board says has happened.

"use strict";

(() => {
  const settings = document.documentElement.dataset;
  const LENGTH = 0.14; // s
  const VOLUME = 0.12;
  const BUZZ = 15; // ms
  // Pairs of a pitch in Hz and a start in s
  const SOUNDS = {
    removed: [[660, 0], [880, 0.07]],
    drawn: [[390, 0]],
    refused: [[170, 0], [140, 0.1]],
    won: [[523, 0], [659, 0.13], [784, 0.26], [1047, 0.39]],
  };

  let audio = null; // browsers let a page be heard from the first tap on
  let isTouched = false; // whether it was a finger that acted last
  let before = null; // the board before the swap

  function look() {
    const game = document.getElementById("game");
    const count = (id) => Number(document.getElementById(id)?.dataset.count);
    return game && { ...game.dataset, stock: count("draw"), removedCount: count("removed") };
  }

  /** What has happened between two boards, as a name of a sound, or nothing. */
  function happened(was, is) {
    if (is.status === "won" && was.status !== "won") return "won";
    if (is.reason) return "refused";
    if (is.removedCount > was.removedCount) return "removed";
    return is.stock !== was.stock ? "drawn" : null;
  }

  function play(notes) {
    if (audio?.state !== "running") return;
    for (const [pitch, start] of notes) {
      const at = audio.currentTime + start;
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      tone.type = "triangle";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(VOLUME, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + LENGTH);
    }
  }

  function onAct(event) {
    isTouched = event.pointerType === "touch";
    if (!("sounds" in settings)) return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  }

  function onBoard() {
    const now = look();
    const what = before && now ? happened(before, now) : null;
    before = null;
    if (!what) return;
    play(SOUNDS[what]);
    if ("vibrates" in settings && isTouched && ["removed", "won"].includes(what)) {
      navigator.vibrate?.(BUZZ);
    }
  }

  document.addEventListener("pyramid:before", () => {
    before = look();
  });
  document.addEventListener("pyramid:board", onBoard);
  document.addEventListener("pointerup", onAct, true);
  document.addEventListener("keydown", onAct, true);
})();
