// Reads trees, notes, tiles and proofs from standard input and checks them with Go's own checksum database code.
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type inclusion struct {
	Index  int64
	Leaf   string
	Hashes []string
}

type consistency struct {
	Old    int64
	Root   string
	Hashes []string
}

type tree struct {
	Note        string
	Log         string
	Witness     string
	Tiles       map[string]string
	Inclusion   []inclusion
	Consistency []consistency
}

func check(err error, what string) {
	if err != nil {
		fmt.Fprintln(os.Stderr, what+":", err)
		os.Exit(1)
	}
}

func bytesOf(text string) []byte {
	bytes, err := base64.StdEncoding.DecodeString(text)
	check(err, "base64")
	return bytes
}

func hashOf(text string) (h tlog.Hash) {
	copy(h[:], bytesOf(text))
	return h
}

func hashesOf(texts []string) []tlog.Hash {
	hashes := []tlog.Hash{}
	for _, text := range texts {
		hashes = append(hashes, hashOf(text))
	}
	return hashes
}

// A witness signs the note below a line with the time (tlog-cosignature).
type witness struct {
	name string
	id   uint32
	key  ed25519.PublicKey
}

func witnessOf(vkey string) witness {
	parts := strings.SplitN(vkey, "+", 3)
	id, err := strconv.ParseUint(parts[1], 16, 32)
	check(err, "the id of a witness")
	data := bytesOf(parts[2])
	hash := sha256.Sum256(append([]byte(parts[0]+"\n"), data...))
	if data[0] != 4 || binary.BigEndian.Uint32(hash[:4]) != uint32(id) {
		check(fmt.Errorf("%s", vkey), "the key of a witness")
	}
	return witness{parts[0], uint32(id), ed25519.PublicKey(data[1:])}
}

func (w witness) Name() string    { return w.name }
func (w witness) KeyHash() uint32 { return w.id }
func (w witness) Verify(msg, sig []byte) bool {
	if len(sig) != 72 {
		return false
	}
	head := fmt.Sprintf("cosignature/v1\ntime %d\n", binary.BigEndian.Uint64(sig))
	return ed25519.Verify(w.key, append([]byte(head), msg...), sig[8:])
}

type tiles struct{ of map[string]string }

func (t tiles) Height() int                            { return 8 }
func (t tiles) SaveTiles(_ []tlog.Tile, _ [][]byte)    {}
func (t tiles) ReadTiles(list []tlog.Tile) ([][]byte, error) {
	found := [][]byte{}
	for _, tile := range list {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		data, ok := t.of[path]
		if !ok {
			return nil, fmt.Errorf("no tile %s", path)
		}
		found = append(found, bytesOf(data))
	}
	return found, nil
}

func same(a, b []tlog.Hash) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func main() {
	var trees []tree
	check(json.NewDecoder(os.Stdin).Decode(&trees), "input")
	counts := map[string]int{}
	for _, t := range trees {
		log, err := note.NewVerifier(t.Log)
		check(err, "the log's key")
		opened, err := note.Open([]byte(t.Note), note.VerifierList(log, witnessOf(t.Witness)))
		check(err, "note")
		if len(opened.Sigs) != 2 {
			check(fmt.Errorf("%d signatures hold", len(opened.Sigs)), "note")
		}
		counts["notes"]++
		lines := strings.Split(opened.Text, "\n")
		size, err := strconv.ParseInt(lines[1], 10, 64)
		check(err, "size")
		root := hashOf(lines[2])
		if size == 0 {
			continue
		}
		reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, tiles{t.Tiles})
		again, err := tlog.TreeHash(size, reader)
		check(err, "tiles")
		if again != root {
			check(fmt.Errorf("another root"), "tiles")
		}
		counts["tiles"] += len(t.Tiles)
		for _, p := range t.Inclusion {
			check(tlog.CheckRecord(hashesOf(p.Hashes), size, root, p.Index, hashOf(p.Leaf)), "inclusion")
			made, err := tlog.ProveRecord(size, p.Index, reader)
			check(err, "inclusion from tiles")
			if !same(made, hashesOf(p.Hashes)) {
				check(fmt.Errorf("leaf %d of %d", p.Index, size), "another inclusion proof")
			}
			counts["inclusions"]++
		}
		for _, p := range t.Consistency {
			check(tlog.CheckTree(hashesOf(p.Hashes), size, root, p.Old, hashOf(p.Root)), "consistency")
			made, err := tlog.ProveTree(size, p.Old, reader)
			check(err, "consistency from tiles")
			if !same(made, hashesOf(p.Hashes)) {
				check(fmt.Errorf("%d in %d", p.Old, size), "another consistency proof")
			}
			counts["consistencies"]++
		}
	}
	json.NewEncoder(os.Stdout).Encode(counts)
}
